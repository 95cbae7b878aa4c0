// What a Barbu bot in JavaScript needs: the loop, cards, legal answers, voids, worlds, playouts.
//
// One file for Node 18 or newer, without packages: keep it beside your bot and require it.
// Cards are text, rank then suit: "KH", "TS", "2C". Seats are 0-3 clockwise.
// From barbu-arena, under the MIT licence: use it, change it, ship it with your bot.
"use strict";

const SUITS = "SHDC";
const RANKS = "23456789TJQKA";
const SEATS = [0, 1, 2, 3];
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

// ---- the loop

// Play as `bot`: {name, version, choose, double, play}. Each of the three is called as
// (question, game) and returns one of question.legal; without it the first is taken. `game` holds
// {rules, clock, seed, random}: `random()` draws from [0, 1), the same again for the same question.
function run(bot) {
  const game = { rules: {}, clock: {}, seed: 0, random: randomFrom(0) };
  require("readline")
    .createInterface({ input: process.stdin })
    .on("line", (line) => {
      if (!line.trim()) return;
      const answer = answerTo(JSON.parse(line), bot, game);
      if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
    });
}

// The answer to one message; undefined where none is wanted.
function answerTo(message, bot, game) {
  if (message.type === "hello") {
    game.rules = message.rules;
    game.clock = message.clock;
    const { name, version, author, wants } = bot;
    return { id: message.id, protocol: 1, name, version, author, wants };
  }
  if (message.type === "session") game.seed = message.seed;
  if (!("id" in message && "legal" in message)) return undefined;
  const kind = ["choose", "double", "play"].indexOf(message.type);
  let action = message.legal[0];
  if (kind >= 0 && bot[message.type]) {
    // A fresh generator for each question: asked again, or after a restart, it answers the same.
    game.random = randomFrom(game.seed + 64 * (4 * message.deal + kind) + message.hand.length);
    action = bot[message.type](message, game);
  }
  return { id: message.id, action };
}

// A generator of numbers in [0, 1), the same on every machine (mulberry32).
function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// ---- cards and contracts

const rankOf = (card) => RANKS.indexOf(card[0]);
const suitOf = (card) => card[1];
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// The item with the highest key, the first of several.
function highest(items, key) {
  const keys = items.map(key);
  return items[keys.indexOf(Math.max(...keys))];
}

const lowest = (items, key) => highest(items, (item) => -key(item));

// Whether a card beats the best one of a trick; `trump` is a suit or undefined.
function beats(card, best, trump) {
  if (suitOf(card) === suitOf(best)) return rankOf(card) > rankOf(best);
  return suitOf(card) === trump;
}

// The card that wins a trick so far.
function bestOf(cards, trump) {
  return cards.reduce((best, card) => (beats(card, best, trump) ? card : best));
}

// What capturing a card is worth; of a contract's entries the most exact counts.
function cardPoints(contract, card) {
  const cards = contract.cards || {};
  return cards[card] ?? cards[card[0]] ?? cards[card[1]] ?? 0;
}

// What trick 1 to 13 is worth, without its cards.
function trickPoints(contract, number) {
  const tricks = contract.tricks ?? 0;
  return typeof tricks === "number" ? tricks : (tricks[number] ?? 0);
}

// All points of one deal: negative contracts are those below 0.
function total(contract) {
  if (!totals.has(contract)) {
    const tricks = [...Array(13).keys()].map((n) => trickPoints(contract, n + 1));
    const cards = DECK.map((card) => cardPoints(contract, card));
    totals.set(contract, sum(contract.places || [...tricks, ...cards]));
  }
  return totals.get(contract);
}
const totals = new WeakMap(); // worked out once

// The scores after doubles ([who, whom], ...): each pair moves its gap as often as its stake says.
function adjusted(raw, doubles, stakes) {
  const has = (a, b) => doubles.some(([who, whom]) => who === a && whom === b);
  const moved = (a, b) => stakes[has(a, b) + has(b, a)] * (raw[a] - raw[b]);
  return raw.map((own, a) => own + sum(SEATS.map((b) => (a === b ? 0 : moved(a, b)))));
}

// ---- legal answers

// A duty narrows the cards of a player; where it leaves none it does not bind.
const wins = (card, t) => suitOf(card) === t.trump && beats(card, t.best, t.trump);
const winners = (cards, t) => cards.filter((card) => wins(card, t));
const isHeart = (card) => suitOf(card) === "H";
const noHeart = (cards) => cards.filter((card) => !isHeart(card));
const LEADING = {
  lead_no_heart: noHeart,
  lead_no_unbroken_heart: (cards, t) => (t.broken ? cards : noHeart(cards)),
};
const FOLLOWING = {
  follow_suit: (cards, t) => cards.filter((card) => suitOf(card) === t.led),
  win_with_trump: winners,
  beat_led_trump: (cards, t) => (t.led === t.trump ? winners(cards, t) : cards),
  ruff: (cards, t) => cards.filter((card) => suitOf(card) === t.trump),
  overruff: (cards, t) =>
    winners(cards, t).length
      ? cards.filter((card) => suitOf(card) !== t.trump || wins(card, t))
      : cards,
};

// The legal cards of a hand; `t` is the trick as `at` tells it.
function legalInTrick(hand, contract, t) {
  const duties = t.led ? FOLLOWING : LEADING;
  return (contract.duties || ["follow_suit"]).reduce((cards, name) => {
    const kept = duties[name] ? duties[name](cards, t) : [];
    return kept.length ? kept : cards;
  }, hand);
}

// What duties look at: the trick so far, and whether a heart is out of an earlier one.
function at(cards, trump, broken) {
  if (!cards.length) return { led: "", best: "", trump, broken };
  return { led: suitOf(cards[0]), best: bestOf(cards, trump), trump, broken };
}

// Whether a card fits on a Domino table.
function fits(card, start, layout) {
  const ends = layout[suitOf(card)];
  if (!ends) return card[0] === start;
  const rank = rankOf(card);
  return rank === RANKS.indexOf(ends[0]) - 1 || rank === RANKS.indexOf(ends[1]) + 1;
}

// Lay a card; `layout` has the lowest and highest rank of each suit.
function lay(card, layout) {
  const [low, high] = layout[suitOf(card)] || [card[0], card[0]];
  const ends = [low, high, card[0]].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b));
  layout[suitOf(card)] = [ends[0], ends[2]];
}

// All ways to announce a contract.
function announcements(name, contract) {
  const starts = contract.start === "any" ? [...RANKS] : contract.start;
  const details = contract.places ? starts : contract.trump;
  const order = (contract.places ? RANKS : SUITS) + "-";
  if (!details) return [name];
  const sorted = [...details].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return sorted.map((detail) => `${name}:${detail}`);
}

// All calls: sets of seats, the smaller ones first.
const CALLS = [...Array(16).keys()]
  .map((bits) => SEATS.filter((seat) => (bits >> seat) & 1))
  .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));

function legalCalls({ seat, declarer, doubles, contract, owed, deals_left }, rules) {
  const { negative, positive, quota_mode } = rules.doubling;
  const isDeclarer = seat === declarer;
  const scope = total(rules.contracts[contract]) < 0 ? negative : positive;
  const doubled = doubles.filter(([, whom]) => whom === declarer).map(([who]) => who);
  const others = SEATS.filter((other) => other !== seat);
  const open = isDeclarer ? doubled : scope === "anyone" ? others : [declarer];
  const late = owed[seat] > 0 && deals_left <= owed[seat];
  const must = !isDeclarer && late && quota_mode === "forced" ? [declarer] : [];
  return CALLS.filter((call) => call.every((whom) => open.includes(whom)))
    .filter((call) => must.every((whom) => call.includes(whom)))
    .map((call) => call.join() || "-");
}

// The legal answers to a question, worked out from the rules: question.legal without being told.
function legal(question, rules) {
  if (question.type === "choose")
    return question.unused.flatMap((name) => announcements(name, rules.contracts[name]));
  if (question.type === "double") return legalCalls(question, rules);
  return new Position(question, rules, { [question.seat]: question.hand }).legal;
}

// ---- what is hidden

// All tricks of a question, the one in play last: [leader, card, card, ...].
const allTricks = ({ tricks, trick }) => [...tricks, [trick.leader, ...trick.cards]];

// By seat, the suits that it did not follow; of questions to a trick.
function voids(question) {
  const shown = SEATS.map(() => new Set());
  for (const [leader, ...cards] of allTricks(question))
    cards.forEach((card, place) => {
      if (suitOf(card) !== suitOf(cards[0])) shown[(leader + place) % 4].add(suitOf(cards[0]));
    });
  return shown.map((suits) => [...SUITS].filter((suit) => suits.has(suit)));
}

// All plays so far: [seat, card, a test of another card: would this play be legal beside it?]. A
// seat does not hold what fails a test of its own plays.
function tells(question, contract) {
  const found = [];
  if (question.tricks) {
    let broken = false;
    for (const [leader, ...cards] of allTricks(question)) {
      cards.forEach((card, place) => {
        const t = at(cards.slice(0, place), question.trump, broken);
        const legalBeside = (other) => legalInTrick([card, other], contract, t).includes(card);
        found.push([(leader + place) % 4, card, legalBeside]);
      });
      broken = broken || cards.some(isHeart);
    }
  }
  const layout = {};
  for (const [seat, card] of question.played || []) {
    const before = { ...layout };
    found.push([seat, card, (other) => card !== "--" || !fits(other, question.start, before)]);
    if (card !== "--") lay(card, layout);
  }
  return found;
}

// A maker of worlds: each call with `random` deals the unseen cards anew, in a way that fits all
// that was played, and returns four hands by seat. After ten vain tries it deals them anyhow.
function worlds(question, rules) {
  const plays = tells(question, rules.contracts[question.contract]);
  const seen = new Set([...question.hand, ...plays.map(([, card]) => card)]);
  const unseen = DECK.filter((card) => !seen.has(card));
  const played = (seat) => plays.filter(([who, card]) => who === seat && card !== "--").length;
  const room = SEATS.map((seat) => (seat === question.seat ? 0 : 13 - played(seat)));
  const may = SEATS.map((seat) => {
    const own = plays.filter(([who]) => who === seat);
    return new Set(unseen.filter((card) => own.every(([, , legalBeside]) => legalBeside(card))));
  });
  const any = SEATS.map(() => new Set(unseen));
  return (random) => {
    for (let tries = 0; ; tries++) {
      const hands = dealOut(unseen, room, tries < 10 ? may : any, random);
      if (!hands) continue;
      hands[question.seat] = question.hand;
      return hands;
    }
  };
}

// Give each seat `room` of the cards that it `may` have, those first that fit the fewest seats;
// undefined where that does not work out.
function dealOut(cards, room, may, random) {
  const hands = SEATS.map(() => new Set());
  const open = (card) =>
    SEATS.filter((seat) => hands[seat].size < room[seat] && may[seat].has(card));
  const keyed = cards.map((card) => [open(card).length + 0.9 * random(), card]);
  for (const [, card] of keyed.sort((a, b) => a[0] - b[0])) {
    const seats = open(card);
    if (!seats.length) return undefined;
    hands[highest(seats, (seat) => (room[seat] - hands[seat].size) * random())].add(card);
  }
  return hands.map((hand) => cards.filter((card) => hand.has(card)));
}

// ---- playing on

// A deal in play with all hands open, made from a question and a world. It has the fields of a
// question that a rule of play looks at: contract, trump, start, seat, hand, legal, trick, layout.
class Position {
  constructor(question, rules, hands) {
    const { contract, trump, start, declarer, raw, out, layout, trick } = question;
    const left = (declarer + 1) % 4;
    Object.assign(this, { contract, trump, start, declarer, over: false });
    this.values = rules.contracts[contract];
    this.hands = SEATS.map((seat) => [...(hands[seat] || [])]);
    this.raw = [...(raw || [0, 0, 0, 0])];
    if (this.values.places) {
      Object.assign(this, { out: [...(out || [])], layout: { ...layout } });
      const { opens } = this.values;
      const holder = this.hands.findIndex((hand) => hand.includes(opens));
      this.seat = opens === "declarer" ? declarer : opens === "left" ? left : holder;
      this.opening = layout || opens.length !== 2 ? undefined : opens;
    } else {
      const leader = rules.first_lead === "left" ? left : declarer;
      this.trick = { leader: (trick || { leader }).leader, cards: [...(trick ? trick.cards : [])] };
      this.number = 1 + (question.tricks || []).length;
      this.broken = (question.tricks || []).some((one) => one.slice(1).some(isHeart));
      this.seat = leader;
    }
    if (question.type === "play") this.seat = question.seat;
    this.turn();
  }

  turn() {
    this.hand = this.hands[this.seat];
    if (this.trick) {
      const t = at(this.trick.cards, this.trump, this.broken);
      this.legal = legalInTrick(this.hand, this.values, t);
      return;
    }
    const { opening, start, layout } = this;
    const open = (card) => (opening ? card === opening : fits(card, start, layout));
    this.legal = this.hand.filter(open);
    if (!this.legal.length) this.legal = ["--"];
  }

  // Play one of `legal`, a card or Domino's pass "--".
  play(card) {
    this.hands[this.seat] = this.hand.filter((held) => held !== card);
    if (this.trick) this.toTrick(card);
    else this.toLayout(card);
    if (!this.over) this.turn();
  }

  toTrick(card) {
    const { leader, cards } = this.trick;
    this.seat = (this.seat + 1) % 4;
    if (cards.push(card) < 4) return;
    this.seat = (leader + cards.indexOf(bestOf(cards, this.trump))) % 4;
    this.raw[this.seat] += trickPoints(this.values, this.number);
    this.raw[this.seat] += sum(cards.map((one) => cardPoints(this.values, one)));
    this.broken = this.broken || cards.some(isHeart);
    this.number++;
    this.trick = { leader: this.seat, cards: [] };
    const isOpen = (one) => cardPoints(this.values, one) !== 0;
    const stops = this.values.stop === "captured" && !this.hands.some((hand) => hand.some(isOpen));
    this.over = this.number > 13 || stops;
  }

  toLayout(card) {
    this.opening = undefined;
    if (card !== "--") lay(card, this.layout);
    if (!this.hands[this.seat].length) this.out.push(this.seat);
    this.over = this.out.length === 3;
    if (this.over) {
      const order = [...this.out, ...SEATS.filter((seat) => !this.out.includes(seat))];
      order.forEach((seat, place) => (this.raw[seat] = this.values.places[place]));
      return;
    }
    do this.seat = (this.seat + 1) % 4;
    while (!this.hands[this.seat].length);
  }
}

// A choose question as it stands once this answer is given: what positions start from.
function announced(question, answer, rules) {
  const [contract, detail] = answer.split(":");
  const key = rules.contracts[contract].places ? "start" : "trump";
  return { ...question, contract, [key]: detail === "-" ? undefined : detail };
}

// Play a position to its end; `policy` gives one of position.legal. Returns the raw scores.
function playout(position, policy) {
  while (!position.over)
    position.play(position.legal.length > 1 ? policy(position) : position.legal[0]);
  return position.raw;
}

// By legal answer of a play question, this seat's mean points with doubles over `count` worlds.
function means(question, game, policy, count) {
  const { rules, random } = game;
  const deal = worlds(question, rules);
  const stakes = question.doubles ? rules.doubling.stakes : [0, 0, 0];
  const sums = question.legal.map(() => 0);
  for (let n = 0; n < count; n++) {
    const hands = deal(random);
    question.legal.forEach((answer, i) => {
      const position = new Position(question, rules, hands);
      position.play(answer);
      const raw = playout(position, policy);
      sums[i] += adjusted(raw, question.doubles || [], stakes)[question.seat];
    });
  }
  return sums.map((points) => points / count);
}

module.exports = {
  ...{ SUITS, RANKS, DECK, run, randomFrom, rankOf, suitOf, sum, highest, lowest },
  ...{ beats, bestOf, cardPoints, trickPoints, total, adjusted, legal, voids, worlds },
  ...{ Position, announced, playout, means },
};
