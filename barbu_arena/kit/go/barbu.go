// What a Barbu bot in Go needs: the loop, questions, cards, contracts and chance.
//
// One file, standard library only: keep it beside your bot, in its package. Cards are text, rank
// then suit: "KH", "TS", "2C". Seats are 0-3 clockwise. From barbu-arena, under the MIT licence:
// use it, change it, ship it with your bot.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

const (
	Ranks = "23456789TJQKA"
	Suits = "SHDC"
)

// Bot answers with one of question.Legal; where a function is nil, with the first.
type Bot struct {
	Name, Version        string
	Choose, Double, Play func(question *Question) string
}

// Question is a question of the arena. What does not apply to it is empty.
type Question struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Session  string `json:"session"`
	Deal     int    `json:"deal"`
	Left     int    `json:"deals_left"`
	Seat     int    `json:"seat"`
	Declarer int    `json:"declarer"`

	Unused []string `json:"unused"`
	Owed   [4]int   `json:"owed"`
	Scores [4]int   `json:"scores"`
	Hand   []string `json:"hand"`
	Legal  []string `json:"legal"`

	Contract string   `json:"contract"`
	Trump    string   `json:"trump"`
	Start    string   `json:"start"`
	Doubles  [][2]int `json:"doubles"`

	// Of a contract played in tricks. A finished trick is its leader, then its cards.
	Trick struct {
		Leader int      `json:"leader"`
		Cards  []string `json:"cards"`
	} `json:"trick"`
	Tricks [][]any `json:"tricks"`
	Raw    [4]int  `json:"raw"`

	// Of Domino. A turn is a seat and a card; "--" is a pass.
	Layout map[string][2]string `json:"layout"`
	Played [][]any              `json:"played"`
	Out    []int                `json:"out"`

	Rules *Rules `json:"-"`
	seed  int64
}

// Rules is the rule set of the session, as far as bots mostly need it.
type Rules struct {
	Name      string              `json:"name"`
	FirstLead string              `json:"first_lead"`
	Contracts map[string]Contract `json:"contracts"`
}

// Contract is a contract as the rules have it; a Domino has Places.
type Contract struct {
	Tricks any            `json:"tricks"`
	Cards  map[string]int `json:"cards"`
	Duties []string       `json:"duties"`
	Stop   string         `json:"stop"`
	Places []int          `json:"places"`
	Opens  string         `json:"opens"`
}

// Run answers on standard output what comes on standard input, to its end.
func Run(bot Bot) {
	rules, seed := &Rules{}, int64(0)
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if len(strings.TrimSpace(string(line))) > 0 {
			answer(bot, line, rules, &seed)
		}
		if err != nil {
			return
		}
	}
}

func answer(bot Bot, line []byte, rules *Rules, seed *int64) {
	var message struct {
		ID    string          `json:"id"`
		Type  string          `json:"type"`
		Seed  int64           `json:"seed"`
		Rules json.RawMessage `json:"rules"`
		Legal []string        `json:"legal"`
	}
	must(json.Unmarshal(line, &message))
	reply := map[string]any{"id": message.ID}
	switch {
	case message.Type == "hello":
		*rules = Rules{}
		must(json.Unmarshal(message.Rules, rules))
		reply["protocol"], reply["name"], reply["version"] = 1, bot.Name, bot.Version
	case message.Type == "session":
		*seed = message.Seed
		return
	case len(message.Legal) > 0:
		question := &Question{Rules: rules, seed: *seed}
		must(json.Unmarshal(line, question))
		reply["action"] = bot.action(question)
	default:
		return
	}
	text, err := json.Marshal(reply)
	must(err)
	fmt.Println(string(text))
}

func (bot Bot) action(question *Question) string {
	methods := map[string]func(*Question) string{
		"choose": bot.Choose, "double": bot.Double, "play": bot.Play,
	}
	if method := methods[question.Type]; method != nil {
		return method(question)
	}
	return question.Legal[0]
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Chance returns a generator for this question alone: asked again, it gives the same.
func (question *Question) Chance() *rand.Rand {
	seed := question.seed*64 + int64(question.Deal)
	seed = seed*8 + int64(len(question.Type))
	return rand.New(rand.NewSource(seed*16 + int64(len(question.Hand))))
}

// CardPoints returns what capturing a card is worth; of the entries the most exact counts.
func (contract Contract) CardPoints(card string) int {
	for _, key := range []string{card, card[:1], card[1:]} {
		if points, found := contract.Cards[key]; found {
			return points
		}
	}
	return 0
}

// TrickPoints returns what a trick, 1 to 13, is worth without its cards.
func (contract Contract) TrickPoints(number int) int {
	switch tricks := contract.Tricks.(type) {
	case float64:
		return int(tricks)
	case map[string]any:
		points, _ := tricks[strconv.Itoa(number)].(float64)
		return int(points)
	}
	return 0
}

// Total returns all points of one deal: negative contracts are those below 0.
func (contract Contract) Total() int {
	total := 0
	for _, points := range contract.Places {
		total += points
	}
	for i := 0; i < 52; i++ {
		total += contract.CardPoints(Ranks[i%13:i%13+1] + Suits[i/13:i/13+1])
	}
	for number := 1; number <= 13; number++ {
		total += contract.TrickPoints(number)
	}
	return total
}

// Rank returns 0 for a 2, 12 for an ace.
func Rank(card string) int {
	return strings.IndexByte(Ranks, card[0])
}

// Beats tells whether a card beats the best one of a trick; without a trump that is "".
func Beats(card, best, trump string) bool {
	if card[1] == best[1] {
		return Rank(card) > Rank(best)
	}
	return card[1:] == trump
}

// Best returns the card that wins a trick so far.
func Best(cards []string, trump string) string {
	best := cards[0]
	for _, card := range cards {
		if Beats(card, best, trump) {
			best = card
		}
	}
	return best
}

// Highest returns the item with the highest key, the first of several.
func Highest(items []string, key func(item string) int) string {
	best := items[0]
	for _, item := range items {
		if key(item) > key(best) {
			best = item
		}
	}
	return best
}
