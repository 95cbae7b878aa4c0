// NAME: a Barbu bot. It ducks: change choose, double and play to make it yours.

package main

import "strings"

// The first contract listed; of its variants the longest suit as trumps, or a middle rank.
func choose(question *Question) string {
	name, _, _ := strings.Cut(question.Legal[0], ":")
	ways := []string{}
	for _, way := range question.Legal {
		if way == name || strings.HasPrefix(way, name+":") {
			ways = append(ways, way)
		}
	}
	if len(question.Rules.Contracts[name].Places) > 0 {
		return ways[len(ways)/2]
	}
	hand := strings.Join(question.Hand, " ")
	return Highest(ways, func(way string) int { return strings.Count(hand, way[len(way)-1:]) })
}

// The first call: a pass, or what is owed.
func double(question *Question) string {
	return question.Legal[0]
}

// The highest card that loses the trick, else the lowest; where tricks are good, to win them.
func play(question *Question) string {
	contract := question.Rules.Contracts[question.Contract]
	if question.Start != "" {
		// Domino: what lies farthest from the start is hardest to get rid of.
		return Highest(question.Legal, func(card string) int {
			far := Rank(card) - Rank(question.Start)
			return far * far
		})
	}
	if contract.Total() > 0 {
		return Highest(question.Legal, Rank)
	}
	losing := []string{}
	for _, card := range question.Legal {
		cards := question.Trick.Cards
		if len(cards) > 0 && !Beats(card, Best(cards, question.Trump), question.Trump) {
			losing = append(losing, card)
		}
	}
	if len(losing) > 0 {
		return Highest(losing, Rank)
	}
	return Highest(question.Legal, func(card string) int { return -Rank(card) })
}

func main() {
	Run(Bot{Name: "NAME", Version: "1", Choose: choose, Double: double, Play: play})
}
