// NAME: a Barbu bot. It ducks: change duck, choose and double to make it yours.
"use strict";

const barbu = require("./barbu.js");
const { beats, bestOf, highest, lowest, rankOf } = barbu;

// The highest card that loses the trick, else the lowest; where tricks are good, to win them.
// It plays questions, and positions in a world alike.
function duck({ legal, trick, trump, start, contract }, rules) {
  if (start) {
    // Domino: what lies farthest from the start is hardest to get rid of.
    return highest(legal, (card) => Math.abs(rankOf(card) - rankOf(start)));
  }
  if (barbu.total(rules.contracts[contract]) > 0) return highest(legal, rankOf);
  if (!trick.cards.length) return lowest(legal, rankOf);
  const losing = legal.filter((card) => !beats(card, bestOf(trick.cards, trump), trump));
  return losing.length ? highest(losing, rankOf) : lowest(legal, rankOf);
}

// The contract that promises most when four deals that fit are played out by ducking.
function choose(question, { rules, random }) {
  const deal = barbu.worlds(question, rules);
  const hands = [...Array(4)].map(() => deal(random));
  const policy = (position) => duck(position, rules);
  return highest(question.legal, (answer) => {
    const announced = barbu.announced(question, answer, rules);
    const points = hands.map((four) => {
      const position = new barbu.Position(announced, rules, four);
      return barbu.playout(position, policy)[question.seat];
    });
    // Less what it is worth with any hand: the good contracts can wait for a better one.
    const total = barbu.total(rules.contracts[announced.contract]);
    return barbu.sum(points) / 4 - total * (total > 0 ? 0.6 : 0.25);
  });
}

// The first call: a pass, or what is owed.
function double(question) {
  return question.legal[0];
}

function play(question, { rules }) {
  return duck(question, rules);
}

barbu.run({ name: "NAME", version: "1", choose, double, play });
