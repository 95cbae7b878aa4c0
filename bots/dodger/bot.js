// Ducks every trick it can; contracts in list order; doubles only when it must.
"use strict";

const { RANKS, beats, bestOf, cardPoints, highest, lowest, rankOf, run, suitOf, total } =
  require("./barbu.js");

// The first contract listed; of its variants the longest suit as trumps, or a middle rank.
function choose({ legal, hand }) {
  const [name, detail] = legal[0].split(":");
  if (!detail) return name;
  const ways = legal.filter((way) => way.startsWith(`${name}:`));
  const details = ways.map((way) => way.split(":")[1]);
  if (details.every((one) => RANKS.includes(one))) return ways[details.length >> 1];
  const length = (suit) => hand.filter((card) => suitOf(card) === suit).length;
  return `${name}:${highest(details, length)}`;
}

// The pass, or the smallest call that holds the double owed.
const double = ({ legal }) => legal[0];

function play(question, { rules }) {
  const contract = rules.contracts[question.contract];
  return contract.places ? lay(question) : duck(question, contract);
}

// The card farthest from the start: it is the hardest one to get rid of.
function lay({ legal, start }) {
  return highest(legal, (card) => Math.abs(rankOf(card) - RANKS.indexOf(start)));
}

function duck({ legal, trick, trump }, contract) {
  const wanted = total(contract) > 0;
  if (!trick.cards.length) return wanted ? highest(legal, rankOf) : lowest(legal, rankOf);
  const best = bestOf(trick.cards, trump);
  const above = legal.filter((card) => beats(card, best, trump));
  const below = legal.filter((card) => !beats(card, best, trump));
  if (wanted) return above.length ? highest(above, rankOf) : lowest(below, rankOf);
  if (!below.length) return lowest(above, rankOf);
  // Under the trick, or on somebody else's: what costs most goes first, then what is highest.
  return highest(below, (card) => rankOf(card) - 100 * cardPoints(contract, card));
}

run({ name: "dodger", version: "1.0", choose, double, play });
