//! NAME: a Barbu bot. It ducks: change choose, double and play to make it yours.

mod barbu;
use barbu::{beats, best_of, rank, suit, Bot, Contract, Question};

struct MyBot;

impl Bot for MyBot {
    fn name(&self) -> &str {
        "NAME"
    }

    /// The first contract listed; of its variants the longest suit as trumps, or a middle rank.
    fn choose(&mut self, question: &Question) -> String {
        let name = question.legal[0].split(':').next().unwrap();
        let ways: Vec<&String> =
            question.legal.iter().filter(|way| way.split(':').next() == Some(name)).collect();
        if !Contract::new(question.rules, name).places.is_empty() {
            return ways[ways.len() / 2].clone();
        }
        let length =
            |way: &&&String| question.hand.iter().filter(|card| way.ends_with(suit(card))).count();
        ways.iter().max_by_key(length).unwrap().to_string()
    }

    /// The first call: a pass, or what is owed.
    fn double(&mut self, question: &Question) -> String {
        question.legal[0].clone()
    }

    /// The highest card that loses the trick, else the lowest; where tricks are good, to win them.
    fn play(&mut self, question: &Question) -> String {
        let highest =
            |cards: &[&String]| cards.iter().max_by_key(|card| rank(card)).unwrap().to_string();
        let legal: Vec<&String> = question.legal.iter().collect();
        if let Some(start) = question.start {
            // Domino: what lies farthest from the start is hardest to get rid of.
            let middle = barbu::RANKS.find(start).unwrap();
            return legal
                .iter()
                .max_by_key(|card| rank(card).abs_diff(middle))
                .unwrap()
                .to_string();
        }
        let wanted = question.contract.as_ref().is_some_and(|contract| contract.total() > 0);
        if wanted {
            return highest(&legal);
        }
        let lowest = legal.iter().min_by_key(|card| rank(card)).unwrap().to_string();
        let Some(best) = best_of(&question.trick, question.trump) else { return lowest };
        let losing = |card: &&String| !beats(card, best, question.trump);
        let below: Vec<&String> = legal.iter().copied().filter(losing).collect();
        if below.is_empty() {
            lowest
        } else {
            highest(&below)
        }
    }
}

fn main() {
    barbu::run(&mut MyBot);
}
