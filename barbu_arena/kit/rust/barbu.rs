//! What a Barbu bot in Rust needs: the loop, questions, cards, contracts, chance, and JSON.
//!
//! One file, standard library only: keep it beside your bot as `mod barbu;`. Cards are text, rank
//! then suit: "KH", "TS", "2C". Seats are 0-3 clockwise. From barbu-arena, under the MIT licence:
//! use it, change it, ship it with your bot.
#![allow(dead_code)]

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

pub const RANKS: &str = "23456789TJQKA";
pub const SUITS: &str = "SHDC";

/// A bot. Each answer is one of `question.legal`; the defaults take the first.
pub trait Bot {
    fn name(&self) -> &str;
    fn version(&self) -> &str {
        "1"
    }
    fn choose(&mut self, question: &Question) -> String {
        question.legal[0].clone()
    }
    fn double(&mut self, question: &Question) -> String {
        question.legal[0].clone()
    }
    fn play(&mut self, question: &Question) -> String {
        question.legal[0].clone()
    }
}

/// Answer on stdout what comes on stdin, to its end. What you print to stderr is kept.
pub fn run(bot: &mut dyn Bot) {
    let (mut rules, mut seed) = (Json::Null, 0);
    for line in io::stdin().lock().lines() {
        let text = line.expect("stdin is UTF-8");
        if text.trim().is_empty() {
            continue;
        }
        let message = Json::parse(&text).expect("a line is JSON");
        let kind = message.at("type").text();
        let id = quoted(message.at("id").text());
        if kind == "hello" {
            rules = message.at("rules").clone();
            let (name, version) = (quoted(bot.name()), quoted(bot.version()));
            println!("{{\"id\":{id},\"protocol\":1,\"name\":{name},\"version\":{version}}}");
        } else if kind == "session" {
            seed = message.at("seed").number();
        } else if message.at("legal") != &Json::Null {
            let question = Question::new(&message, &rules, seed);
            let action = match kind {
                "choose" => bot.choose(&question),
                "double" => bot.double(&question),
                "play" => bot.play(&question),
                _ => question.legal[0].clone(),
            };
            println!("{{\"id\":{id},\"action\":{}}}", quoted(&action));
        }
        io::stdout().flush().expect("the arena reads");
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A question. What does not apply to it is empty, or None; `fields` has all as it came.
pub struct Question<'a> {
    pub fields: &'a Json,
    pub seat: usize,
    pub declarer: usize,
    pub deals_left: i64,
    pub hand: Vec<String>,
    pub legal: Vec<String>,
    /// The contract announced, with its trump suit or its starting rank.
    pub contract: Option<Contract>,
    pub trump: Option<char>,
    pub start: Option<char>,
    /// Who leads the trick in play, and its cards so far.
    pub leader: usize,
    pub trick: Vec<String>,
    /// The finished tricks: who led, and the cards in order.
    pub tricks: Vec<(usize, Vec<String>)>,
    /// Doubles so far: who, whom.
    pub doubles: Vec<(usize, usize)>,
    /// Domino: the turns so far; "--" is a pass.
    pub played: Vec<(usize, String)>,
    pub rules: &'a Json,
    seed: i64,
}

impl<'a> Question<'a> {
    fn new(fields: &'a Json, rules: &'a Json, seed: i64) -> Question<'a> {
        let seat = |json: &Json| json.number() as usize;
        let contract = fields.at("contract").text();
        let trick = fields.at("trick");
        let letter = |key: &str| fields.at(key).text().chars().next();
        Question {
            fields,
            seat: seat(fields.at("seat")),
            declarer: seat(fields.at("declarer")),
            deals_left: fields.at("deals_left").number(),
            hand: fields.at("hand").texts(),
            legal: fields.at("legal").texts(),
            contract: (!contract.is_empty()).then(|| Contract::new(rules, contract)),
            trump: letter("trump"),
            start: letter("start"),
            leader: seat(trick.at("leader")),
            trick: trick.at("cards").texts(),
            tricks: fields.at("tricks").list().iter().map(turn_list).collect(),
            doubles: fields
                .at("doubles")
                .list()
                .iter()
                .map(|d| (seat(&d.list()[0]), seat(&d.list()[1])))
                .collect(),
            played: fields
                .at("played")
                .list()
                .iter()
                .map(|p| (seat(&p.list()[0]), p.list()[1].text().to_string()))
                .collect(),
            rules,
            seed,
        }
    }

    /// A generator for this question alone: asked again, or after a restart, it gives the same.
    pub fn chance(&self) -> Chance {
        let kind = self.fields.at("type").text().len() as u64;
        let deal = self.fields.at("deal").number() as u64;
        Chance((self.seed as u64) << 16 ^ deal << 8 ^ kind << 5 ^ self.hand.len() as u64)
    }
}

fn turn_list(trick: &Json) -> (usize, Vec<String>) {
    let items = trick.list();
    (items[0].number() as usize, items[1..].iter().map(|card| card.text().to_string()).collect())
}

/// A contract as tables.
pub struct Contract {
    pub name: String,
    /// Points of trick 1 to 13, at 1 to 13.
    pub tricks: [i64; 14],
    /// Domino: points by place; empty for a contract played in tricks.
    pub places: Vec<i64>,
    cards: HashMap<String, i64>,
}

impl Contract {
    pub fn new(rules: &Json, name: &str) -> Contract {
        let given = rules.at("contracts").at(name);
        let mut tricks = [0; 14];
        for (number, points) in tricks.iter_mut().enumerate().skip(1) {
            *points = match given.at("tricks") {
                Json::Number(all) => *all,
                some => some.at(&number.to_string()).number(),
            };
        }
        let cards =
            given.at("cards").entries().iter().map(|(key, value)| (key.clone(), value.number()));
        let places = given.at("places").list().iter().map(Json::number).collect();
        Contract { name: name.to_string(), tricks, places, cards: cards.collect() }
    }

    /// What capturing a card is worth; of the entries the most exact counts.
    pub fn points(&self, card: &str) -> i64 {
        let keys = [card, &card[..1], &card[1..]];
        keys.iter().find_map(|key| self.cards.get(*key)).copied().unwrap_or(0)
    }

    /// All points of one deal: negative contracts are those below 0.
    pub fn total(&self) -> i64 {
        let cards = SUITS.chars().flat_map(|s| RANKS.chars().map(move |r| format!("{r}{s}")));
        let captured: i64 = cards.map(|card| self.points(&card)).sum();
        captured + self.tricks.iter().sum::<i64>() + self.places.iter().sum::<i64>()
    }
}

/// 0 for a 2, 12 for an ace.
pub fn rank(card: &str) -> usize {
    RANKS.find(&card[..1]).expect("a card starts with its rank")
}

pub fn suit(card: &str) -> char {
    card.chars().nth(1).expect("a card ends with its suit")
}

/// Whether a card beats the best one of a trick.
pub fn beats(card: &str, best: &str, trump: Option<char>) -> bool {
    if suit(card) == suit(best) {
        return rank(card) > rank(best);
    }
    Some(suit(card)) == trump
}

/// The card that wins a trick so far; None before the lead.
pub fn best_of(cards: &[String], trump: Option<char>) -> Option<&String> {
    cards.iter().reduce(|best, card| if beats(card, best, trump) { card } else { best })
}

/// Chance, the same on every machine (splitmix64).
pub struct Chance(u64);

impl Chance {
    /// A number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }
}

/// JSON with whole numbers only, as the arena writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

impl Json {
    /// The value of a key; Null where there is none.
    pub fn at(&self, key: &str) -> &Json {
        let found = self.entries().iter().find(|(name, _)| name == key);
        found.map_or(&Json::Null, |(_, value)| value)
    }

    /// The value as its kind; empty, or 0, where it is of another.
    pub fn entries(&self) -> &[(String, Json)] {
        if let Json::Map(entries) = self {
            entries
        } else {
            &[]
        }
    }

    pub fn list(&self) -> &[Json] {
        if let Json::List(items) = self {
            items
        } else {
            &[]
        }
    }

    pub fn text(&self) -> &str {
        if let Json::Text(text) = self {
            text
        } else {
            ""
        }
    }

    pub fn number(&self) -> i64 {
        if let Json::Number(number) = self {
            *number
        } else {
            0
        }
    }

    pub fn texts(&self) -> Vec<String> {
        self.list().iter().map(|item| item.text().to_string()).collect()
    }

    pub fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { left: text };
        let value = reader.value()?;
        reader.left.trim().is_empty().then_some(value)
    }
}

struct Reader<'a> {
    left: &'a str,
}

impl Reader<'_> {
    /// Take a mark, if it comes next.
    fn take(&mut self, mark: &str) -> bool {
        let rest = self.left.trim_start().strip_prefix(mark);
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Json> {
        let words =
            [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        for (word, value) in words {
            if self.take(word) {
                return Some(value);
            }
        }
        if self.take("[") {
            return self.items("]", Reader::value).map(Json::List);
        }
        if self.take("{") {
            return self.items("}", Reader::entry).map(Json::Map);
        }
        if self.take("\"") {
            return self.text().map(Json::Text);
        }
        self.left = self.left.trim_start();
        let end =
            self.left.find(|c: char| !"-+.eE0123456789".contains(c)).unwrap_or(self.left.len());
        let (number, rest) = self.left.split_at(end);
        self.left = rest;
        number.parse().ok().map(Json::Number)
    }

    fn items<T>(&mut self, end: &str, item: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        while !self.take(end) {
            if !items.is_empty() && !self.take(",") {
                return None;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    fn entry(&mut self) -> Option<(String, Json)> {
        if !self.take("\"") {
            return None;
        }
        let key = self.text()?;
        self.take(":").then_some(())?;
        Some((key, self.value()?))
    }

    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.left.chars();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => text.push(match chars.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => {
                        let digits: String = chars.by_ref().take(4).collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or('?')
                    }
                    other => other,
                }),
                other => text.push(other),
            }
        }
        self.left = chars.as_str();
        Some(text)
    }
}
