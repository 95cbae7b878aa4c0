// The messages of Barbu's bot protocol and the record of a session. Made from the JSON Schemas of
// barbu-arena by `python -m tests.schema.generate`; do not edit.

/** The name of a bot, a tournament or a rule set: a-z, 0-9, `.`, `_` and `-`, at most 32 characters. */
export type Name = string;

/** A seat, 0 to 3 clockwise; the left of seat s is (s + 1) % 4. */
export type Seat = 0 | 1 | 2 | 3;

/** The thirteen cards of a hand: spades.hearts.diamonds.clubs, each high to low. */
export type HandText = string;

/** The id of a contract in the rule set. */
export type ContractName = string;

/** A suit, in the order of all lists: spades, hearts, diamonds, clubs. */
export type Suit = "S" | "H" | "D" | "C";

/** A rank, lowest first; `T` is the ten. */
export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";

/** A seat and the seats that it doubled, ascending. */
export type CallEntry = [Seat, Seat[]];

/** Points by seat. */
export type Scores = [number, number, number, number];

/** One deal as it was played, all hands open. */
export interface DealRecord {
  /** Its number in the session, from 1. */
  deal: number;
  /** Who announced it. */
  declarer: Seat;
  /** The four hands as dealt, by seat. */
  hands: [HandText, HandText, HandText, HandText];
  /** What was announced. */
  contract: ContractName;
  /** The trump suit; absent without one. */
  trump?: Suit;
  /** The starting rank; only in Domino. */
  start?: Rank;
  /** The four calls in turn order, the declarer's last; absent where the rules have no doubling. */
  calls?: [CallEntry, CallEntry, CallEntry, CallEntry];
  /** Every card in order, with a space between two, forced ones too; `--` for a pass in Domino. */
  plays: string;
  /** Points by seat before doubles. */
  raw: Scores;
  /** Points by seat after doubles. */
  adjusted: Scores;
}

/** What a bot did wrong. */
export type FaultKind = "start" | "handshake" | "timeout" | "crash" | "protocol" | "illegal" | "resource";

/** Where a bot failed, in the order of play. */
export interface FaultEntry {
  /** The deal's number; 0 before the first deal, the last one's number after it. */
  deal: number;
  /** Who failed. */
  seat: Seat;
  /** What it was asked; `hello` before the first deal, `bye` after the last. */
  ask: "hello" | "choose" | "double" | "play" | "bye";
  /** Where in the deal: the number of plays before it, or the place of the call, 0 to 3; else 0. */
  n: number;
  /** What it did wrong. */
  fault: FaultKind;
  /** Whether a stand-in answered for it from here on. */
  retired: boolean;
}

/** Points by seat, none above zero. */
export type Penalties = [number, number, number, number];

/** One finished session. */
export interface SessionRecord {
  /** The version of this form. */
  record: 1;
  /** The name of the rule set. */
  rules: Name;
  /** The board set, from 0. */
  set: number;
  /** The round, from 1. */
  round: number;
  /** The table of the round, from 1. */
  table: number;
  /** The seating of the table, from 1. */
  seating: number;
  /** Names by seat; a bot that holds several seats is there as often. */
  bots: [Name, Name, Name, Name];
  /** All deals of the session, in order. */
  deals: DealRecord[];
  /** The bots' faults, in order; mostly none. */
  faults: FaultEntry[];
  /** Points for doubles owed and never made. */
  quota_penalties: Penalties;
  /** Points for faults. */
  fault_penalties: Penalties;
  /** Points by seat: adjusted points of all deals and both penalties. */
  totals: Scores;
  /** SHA-256 in hex of the record without it, as JSON with sorted keys, no spaces and non-ASCII characters as they are. */
  digest: string;
}

/** The question's name; give it back as it came. */
export type Id = string;

/** What a player must do in a trick, where possible. `follow_suit`: follow the suit led. `lead_no_heart`: lead no heart. `lead_no_unbroken_heart`: lead no heart before one was played to an earlier trick. `win_with_trump`: play a trump that beats the trick so far, when a trump was led or when void. `beat_led_trump`: beat the trick so far when a trump is led. `ruff`: play a trump, any trump, when void in the suit led. `overruff`: when trumping, not play a losing trump while a winning one is held. */
export type Duty = "follow_suit" | "lead_no_heart" | "lead_no_unbroken_heart" | "win_with_trump" | "beat_led_trump" | "ruff" | "overruff";

/** A contract that is played in up to thirteen tricks. It is negative when its points sum below zero. */
export interface TrickContract {
  /** Points of each trick, or by trick number, 1 to 13. */
  tricks?: number | { [key: string]: number };
  /** Points of captured cards by rank, suit or card; the most exact entry counts. */
  cards?: { [key: string]: number };
  /** Each keeps the cards that meet it, or all if none does, in this order; what is left is legal. */
  duties: Duty[];
  /** The deal ends with the trick that captures the last scoring card; absent where all tricks are played. */
  stop?: "captured";
  /** What the declarer may name as trump, `-` for none; absent where there is no choice and no trump. */
  trump?: (Suit | "-")[];
}

/** A card, rank then suit: `KH`, `TS`, `2C`. Lists of cards go S H D C, within a suit 2 to A. */
export type Card = string;

/** A contract in which cards are laid out in suits, from a starting rank both ways. It ends when the third player goes out. */
export interface DominoContract {
  /** Points of the first to go out, the second, the third, and the one left. */
  places: [number, number, number, number];
  /** The ranks that the declarer may name. */
  start: "any" | Rank[];
  /** Who plays first: the declarer, the declarer's left, or the holder of this card, who must play it. */
  opens: "declarer" | "left" | Card;
}

/** How doubles are made and counted. */
export interface Doubling {
  /** Whom a defender may double in a negative contract. */
  negative: "anyone" | "declarer";
  /** Whom a defender may double in the others. */
  positive: "anyone" | "declarer";
  /** How often the gap of a pair's raw points changes hands when none, one or both of the two doubled. */
  stakes: [number, number, number];
  /** Doubles that each defender owes each declarer in a block. */
  quota: number;
  /** Whether a double owed becomes the only legal call, or costs points at the end. */
  quota_mode: "forced" | "penalty";
  /** Points for each missing double; only with `penalty`. */
  quota_penalty?: number;
}

/** The whole rule set, in the form of a rules file: whatever a bot must know to play it. */
export interface RuleSet {
  /** The name of the rule set. */
  name: Name;
  /** Who leads the first trick: the declarer, or the declarer's left. */
  first_lead: "declarer" | "left";
  /** Whether a declarer has all deals of the block in a row, or the turn moves on after each deal. */
  rotation: "block" | "each_deal";
  /** Whether the declarer chooses a contract, or takes them in the listed order. */
  choice: "free" | "fixed";
  /** The contracts by id, in the order of announcements. One with `places` is a Domino, all others are played in tricks. */
  contracts: { [key: string]: TrickContract | DominoContract };
  /** How doubles are made and counted, or `none`. */
  doubling: "none" | Doubling;
}

/** What the tournament allows, in milliseconds. */
export interface ClockLimits {
  /** Milliseconds of every answer that are not charged. */
  free_ms: number;
  /** Milliseconds of a session beyond that. */
  bank_ms: number;
  /** Milliseconds that no answer may exceed. */
  cap_ms: number;
}

/** The first line, once a process. Answer with a Greeting, within the start time (10 s). */
export interface Hello {
  /** The question's name; give it back as it came. */
  id: Id;
  /** What the line is. */
  type: "hello";
  /** The version of this protocol. */
  protocol: 1;
  /** The program and its version. */
  arena: string;
  /** The whole rule set, in the form of a rules file: whatever a bot must know to play it. */
  rules: RuleSet;
  /** What the tournament allows, in milliseconds. */
  clock: ClockLimits;
}

/** The session: round.table.seating, each from 1. */
export type SessionName = string;

/** A session begins: before its first deal, and again for each further session of a process that is reused. */
export interface Session {
  /** What the line is. */
  type: "session";
  /** The session: round.table.seating, each from 1. */
  session: SessionName;
  /** Your seat. */
  seat: Seat;
  /** Your own seed of this session; draw all randomness from it. */
  seed: number;
  /** How many deals the session has. */
  deals: number;
}

/** What every question of a deal holds: all that its seat may know of it, so a bot may forget everything in between. Nothing is asked where only one answer is legal. */
export interface Question {
  /** The question's name; give it back as it came. */
  id: Id;
  /** The session: round.table.seating, each from 1. */
  session: SessionName;
  /** The deal of the session, from 1. */
  deal: number;
  /** Deals of this declarer that are left, this one included. */
  deals_left: number;
  /** Your seat, which is on move. */
  seat: Seat;
  /** Who announces this deal. */
  declarer: Seat;
  /** The contracts that the declarer could choose from at this deal. */
  unused: ContractName[];
  /** By seat: how many doubles of this declarer it still owes; 0 for the declarer. */
  owed: [number, number, number, number];
  /** Points by seat from the finished deals, doubles settled. */
  scores: Scores;
  /** The cards that you hold, in order. */
  hand: Card[];
  /** How long this answer may take, in milliseconds. */
  deadline_ms: number;
  /** What is left of your time bank, in milliseconds. */
  bank_ms: number;
}

/** A contract; with its trump suit (`trumps:S`; `trumps:-`: none) or its starting rank (`domino:8`) where it has one. */
export type Announcement = string;

/** You are the declarer: announce a contract. */
export interface ChooseQuestion extends Question {
  /** What is asked. */
  type: "choose";
  /** The announcements that are open to you, in the order of the rule set; trumps S H D C and then `-`, starts 2 to A. */
  legal: Announcement[];
}

/** Who doubled whom. */
export type Double = [Seat, Seat];

/** Whom a seat doubles: `-` nobody, else seats ascending, `0,2`. */
export type Call = string;

/** Whom do you double? One call each, the declarer's last, who can only answer those who doubled. */
export interface DoubleQuestion extends Question {
  /** What is asked. */
  type: "double";
  /** What was announced. */
  contract: ContractName;
  /** The trump suit; absent without one. */
  trump?: Suit;
  /** The starting rank; only in Domino. */
  start?: Rank;
  /** The doubles so far, in the order in which they were made. */
  doubles: Double[];
  /** The calls that are open to you: `-` first, then by size, then by seats. */
  legal: Call[];
}

/** The trick in play: who led, and the cards so far, in order. */
export interface TrickInPlay {
  /** Who led, or is to lead. */
  leader: Seat;
  /** The leader's card first, then clockwise. */
  cards: Card[];
}

/** A finished trick: its leader, then the four cards in order. */
export type Trick = [Seat, Card, Card, Card, Card];

/** Play a card to a trick. */
export interface TrickQuestion extends Question {
  /** What is asked. */
  type: "play";
  /** What is played. */
  contract: ContractName;
  /** The trump suit; absent without one. */
  trump?: Suit;
  /** All doubles of the deal; absent where the rules have no doubling. */
  doubles?: Double[];
  /** The trick in play: who led, and the cards so far, in order. */
  trick: TrickInPlay;
  /** The finished tricks, in order. */
  tricks: Trick[];
  /** Points by seat from this deal's finished tricks, before doubles. */
  raw: Scores;
  /** The cards that you may play, in order. */
  legal: Card[];
}

/** For each suit that was opened, its lowest and its highest rank on the table. */
export type Layout = { [key in Suit]?: [Rank, Rank] };

/** A turn in Domino: who, and the card, or `--` for a pass. */
export type Turn = [Seat, string];

/** Lay a card out in a contract with `places`, a Domino. */
export interface DominoQuestion extends Question {
  /** What is asked. */
  type: "play";
  /** What is played. */
  contract: ContractName;
  /** The rank that opens a suit. */
  start: Rank;
  /** All doubles of the deal; absent where the rules have no doubling. */
  doubles?: Double[];
  /** For each suit that was opened, its lowest and its highest rank on the table. */
  layout: Layout;
  /** All turns so far, in order, passes too; who is out has no turn. */
  played: Turn[];
  /** Who has no cards left, the first to go out first. */
  out: Seat[];
  /** The cards that fit, in order. To pass is never a choice. */
  legal: Card[];
}

/** An announcement, a call or a card of any seat as it happens, forced ones and your own too. Only for bots that want `events`. */
export interface Event {
  /** What the line is. */
  type: "event";
  /** The deal of the session, from 1. */
  deal: number;
  /** Who did it. */
  seat: Seat;
  /** The announcement, the call, the card, or `--` for a pass in Domino. */
  action: string;
}

/** A finished deal, all hands open. Only for bots that want `deals`. */
export interface DealEnd {
  /** What the line is. */
  type: "deal_end";
  /** The deal of the session, from 1. */
  deal: number;
  /** One deal as it was played, all hands open. */
  record: DealRecord;
  /** Points by seat after this deal, doubles settled. */
  scores: Scores;
}

/** What was wrong with an answer. It is told and wants no answer. */
export interface Fault {
  /** What the line is. */
  type: "fault";
  /** The id of the question. */
  question: Id;
  /** What a bot did wrong. */
  kind: FaultKind;
  /** The cause in words, for your log. */
  message: string;
}

/** The last line; the end of input follows, and one second to leave. */
export interface Bye {
  /** What the line is. */
  type: "bye";
}

/** A line from the arena to a bot. */
export type Message = Hello | Session | ChooseQuestion | DoubleQuestion | TrickQuestion | DominoQuestion | Event | DealEnd | Fault | Bye;

/** A bot's answer to `hello`. */
export interface Greeting {
  /** The question's name; give it back as it came. */
  id: Id;
  /** The version that the bot speaks. */
  protocol: 1;
  /** What the bot calls itself, in printable characters. In a league it goes by the name in its `bot.yaml`, or in the tournament. */
  name: string;
  /** The bot's version. */
  version?: string;
  /** Who wrote it. */
  author?: string;
  /** What it wants to hear beside the questions: every answer of all seats as it is given, each finished deal. */
  wants?: ("events" | "deals")[];
}

/** A bot's answer to a question of a deal. */
export interface Answer {
  /** The question's name; give it back as it came. */
  id: Id;
  /** One of the question's `legal`, of which the first stands in for a wrong or missing one. */
  action: string;
  /** Anything, at most 200 characters; kept with the evidence if the answer is a fault. */
  note?: string;
  /** The points of this deal, after doubles, that the bot expects; kept, to be held against the result. */
  margin?: number;
  /** The legal answers as the bot itself computed them; differences from the question's are reported. */
  legal?: string[];
}
