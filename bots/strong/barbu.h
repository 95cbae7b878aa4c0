/* barbu.h – all that a Barbu bot in C11 needs, in one file and without libraries beyond libc.

   SPDX-License-Identifier: MIT. Copy it into your bot's folder and keep it there.

   A bot fills in a Bot and calls run(): it reads the arena's lines, and for each question calls
   your function with a Question, which returns the index of one of question->legal. Everything
   else here is optional: the deal as it stands (view_of), its legal cards (legal_cards), what the
   others have shown they lack (Deal.voids, View.banned), hands that they may hold (sample_world), and a
   deal played to its end by a rule (play_out). Include it once; everything is static.

   A card is a number 0–51, suit after suit (S H D C), within a suit from the 2 to the ace; a set of
   cards is a mask with one bit a card. Seats are 0–3 clockwise, the left of s is (s + 1) % 4. */

#ifndef BARBU_H
#define BARBU_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Cards ------------------------------------------------------------------------------------ */

typedef uint64_t Cards;

enum { SPADES, HEARTS, DIAMONDS, CLUBS, NO_TRUMP = -1, PASS = 52 };

static const char RANK_NAMES[] = "23456789TJQKA", SUIT_NAMES[] = "SHDC";
static const Cards DECK = ((Cards)1 << 52) - 1;

static inline Cards bit(int card) { return (Cards)1 << card; }
static inline int suit_of(int card) { return card / 13; }
static inline int rank_of(int card) { return card % 13; }
static inline Cards suit_cards(int suit) { return (Cards)0x1FFF << 13 * suit; }
static inline int count(Cards cards) { return __builtin_popcountll(cards); }

/* The lowest and the highest bit of cards that hold at least one. */
static inline int lowest(Cards cards) { return __builtin_ctzll(cards); }
static inline int highest(Cards cards) { return 63 - __builtin_clzll(cards); }

/* The cards of a card's suit that are above it, or below it. */
static inline Cards above(int card) { return suit_cards(suit_of(card)) & ~(bit(card) * 2 - 1); }
static inline Cards below(int card) { return suit_cards(suit_of(card)) & (bit(card) - 1); }

static inline int index_in(const char *names, char name) {
    const char *found = name ? strchr(names, name) : NULL;
    return found ? (int)(found - names) : -1;
}

/* The card of a name such as "TH"; PASS for "--", −1 for anything else. */
static inline int card_named(const char *name) {
    if (!name || strlen(name) != 2) return -1;
    if (!strcmp(name, "--")) return PASS;
    int rank = index_in(RANK_NAMES, name[0]), suit = index_in(SUIT_NAMES, name[1]);
    return rank < 0 || suit < 0 ? -1 : 13 * suit + rank;
}

/* --- Chance ----------------------------------------------------------------------------------- */

/* Seed one from the question (dice_for): then the same question gets the same answer anywhere. */
typedef struct { uint64_t state; } Dice;

static inline uint64_t throw_dice(Dice *dice) { /* splitmix64 */
    uint64_t z = dice->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* A number from 0 to n − 1. */
static inline int draw(Dice *dice, int n) {
    return (int)(((throw_dice(dice) >> 32) * (uint64_t)n) >> 32);
}

/* --- JSON ------------------------------------------------------------------------------------- */

enum { LONGEST_LINE = 1 << 16, MOST_VALUES = LONGEST_LINE / 2 + 2, DEEPEST = 64 };

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonKind;

/* A value, with the next one of its list or object. Texts live in the line that was read. */
typedef struct Json {
    JsonKind kind;
    int number; /* of a number; 1 for true */
    char *key;  /* in an object */
    char *text;
    struct Json *first, *next;
} Json;

typedef struct {
    char *at;
    int used;
    Json values[MOST_VALUES];
} JsonReader;

static Json *read_value(JsonReader *reader, int depth);

static inline void skip_space(JsonReader *reader) {
    while (*reader->at && strchr(" \t\r\n", *reader->at)) reader->at++;
}

static inline bool skip_char(JsonReader *reader, char wanted) {
    skip_space(reader);
    if (*reader->at != wanted) return false;
    reader->at++;
    return true;
}

static inline char *put_utf8(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

/* Read a text behind its first quote, in place; NULL if it has no end or a wrong escape. */
static inline char *read_text(JsonReader *reader) {
    char *begin = reader->at, *to = begin;
    for (;;) {
        char c = *reader->at++;
        if (c == '\0') return NULL;
        if (c == '"') break;
        if (c != '\\') {
            *to++ = c;
            continue;
        }
        char escape = *reader->at++;
        int place = index_in("\"\\/bfnrt", escape);
        if (place >= 0) {
            *to++ = "\"\\/\b\f\n\r\t"[place];
        } else {
            char digits[5] = {0};
            for (int i = 0; escape == 'u' && i < 4; i++) {
                if (!isxdigit((unsigned char)*reader->at)) return NULL;
                digits[i] = *reader->at++;
            }
            if (escape != 'u') return NULL;
            to = put_utf8(to, (unsigned)strtoul(digits, NULL, 16));
        }
    }
    *to = '\0';
    return begin;
}

static inline bool read_members(JsonReader *reader, Json *value, char end, int depth) {
    Json **place = &value->first;
    if (skip_char(reader, end)) return true;
    do {
        char *key = NULL;
        if (value->kind == JSON_OBJECT) {
            if (!skip_char(reader, '"')) return false;
            key = read_text(reader);
            if (!key || !skip_char(reader, ':')) return false;
        }
        Json *member = read_value(reader, depth + 1);
        if (!member) return false;
        member->key = key;
        *place = member;
        place = &member->next;
    } while (skip_char(reader, ','));
    return skip_char(reader, end);
}

static inline bool read_word(JsonReader *reader, const char *word) {
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length)) return false;
    reader->at += length;
    return true;
}

static inline bool read_number(JsonReader *reader, Json *value) {
    char *end;
    value->number = (int)strtol(reader->at, &end, 10);
    if (end == reader->at) return false;
    while (*end && strchr("0123456789+-.eE", *end)) end++; /* the arena sends whole numbers only */
    reader->at = end;
    return true;
}

/* Read one value; NULL for what is no JSON, is nested too deeply, or too much. */
static Json *read_value(JsonReader *reader, int depth) {
    if (depth > DEEPEST || reader->used == MOST_VALUES) return NULL;
    Json *value = &reader->values[reader->used++];
    memset(value, 0, sizeof *value);
    bool good;
    if (skip_char(reader, '{')) {
        value->kind = JSON_OBJECT;
        good = read_members(reader, value, '}', depth);
    } else if (skip_char(reader, '[')) {
        value->kind = JSON_LIST;
        good = read_members(reader, value, ']', depth);
    } else if (skip_char(reader, '"')) {
        value->kind = JSON_TEXT;
        good = (value->text = read_text(reader)) != NULL;
    } else if (read_word(reader, "true")) {
        value->kind = JSON_BOOL;
        value->number = good = true;
    } else if (read_word(reader, "false")) {
        value->kind = JSON_BOOL;
        good = true;
    } else if (read_word(reader, "null")) {
        good = true;
    } else {
        value->kind = JSON_NUMBER;
        good = read_number(reader, value);
    }
    return good ? value : NULL;
}

/* Read a line that holds one value; NULL for anything else. The line is changed. */
static inline Json *read_json(JsonReader *reader, char *line) {
    if (!strncmp(line, "\xEF\xBB\xBF", 3)) line += 3;
    reader->at = line;
    reader->used = 0;
    Json *value = read_value(reader, 0);
    skip_space(reader);
    return value && *reader->at == '\0' ? value : NULL;
}

/* The member of an object, the first value of a list; NULL where there is none, or no object. */
static inline const Json *member(const Json *object, const char *key) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const Json *value = object->first; value; value = value->next)
        if (!strcmp(value->key, key)) return value;
    return NULL;
}

static inline const Json *first_of(const Json *list) {
    return list && list->kind == JSON_LIST ? list->first : NULL;
}

static inline const char *text_of(const Json *value, const char *otherwise) {
    return value && value->kind == JSON_TEXT ? value->text : otherwise;
}

static inline int number_of(const Json *value, int otherwise) {
    return value && value->kind == JSON_NUMBER ? value->number : otherwise;
}

static inline void numbers_of(const Json *list, int *numbers, int most) {
    const Json *value = first_of(list);
    for (int i = 0; i < most && value; i++, value = value->next) numbers[i] = number_of(value, 0);
}

/* --- Rules ------------------------------------------------------------------------------------ */

enum { MOST_CONTRACTS = 32, NAME_SIZE = 40, MOST_LEGAL = 512 };

/* The duties of a player in a trick. Each keeps the cards that meet it, or all if none does. */
typedef enum {
    FOLLOW_SUIT, LEAD_NO_HEART, LEAD_NO_UNBROKEN_HEART, WIN_WITH_TRUMP, BEAT_LED_TRUMP, RUFF,
    OVERRUFF, DUTIES
} Duty;

static const char *const DUTY_NAMES[DUTIES] = {
    "follow_suit", "lead_no_heart", "lead_no_unbroken_heart", "win_with_trump", "beat_led_trump",
    "ruff", "overruff"
};

enum { OPENS_DECLARER = -1, OPENS_LEFT = -2 }; /* or the card whose holder opens with it */

typedef struct {
    char name[NAME_SIZE];
    bool domino;         /* played by places, all others in tricks */
    int total;           /* all points of a deal: below zero in a negative contract */
    int places[4];       /* Domino: points of the first to go out … the one left */
    int opens;
    int tricks[13];      /* points of each trick */
    int cards[52];       /* points of each captured card */
    Cards scoring;       /* the cards that are worth anything */
    int last_trick;      /* the last trick (0–12) that is worth anything; −1 if none is */
    bool stops;          /* once the last scoring card is captured */
    int details;         /* what the declarer may name: suits (1 << 4: none) or starting ranks */
    Duty lead[DUTIES], follow[DUTIES];
    int leads, follows;  /* how many */
} Contract;

typedef struct {
    Contract contracts[MOST_CONTRACTS];
    int count;
    bool left_leads;     /* first_lead: left */
    bool fixed_order;    /* choice: fixed */
    bool doubling, negative_anyone, positive_anyone, forced;
    int stakes[3], quota, quota_penalty;
} Rules;

static inline bool says(const Json *value, const char *text) {
    return !strcmp(text_of(value, ""), text);
}

/* The points of a card: the most exact entry wins. */
static inline int card_points(const Json *cards, int card) {
    char rank[2] = {RANK_NAMES[rank_of(card)], 0}, suit[2] = {SUIT_NAMES[suit_of(card)], 0};
    char name[3] = {rank[0], suit[0], 0};
    int general = number_of(member(cards, rank), number_of(member(cards, suit), 0));
    return number_of(member(cards, name), general);
}

static inline int trick_points(const Json *tricks, int trick) {
    char name[12];
    snprintf(name, sizeof name, "%d", trick + 1);
    return number_of(tricks, number_of(member(tricks, name), 0));
}

static inline void read_duties(Contract *contract, const Json *duties) {
    for (const Json *name = first_of(duties); name; name = name->next) {
        for (int duty = 0; duty < DUTIES; duty++) {
            if (!says(name, DUTY_NAMES[duty])) continue;
            if (duty == LEAD_NO_HEART || duty == LEAD_NO_UNBROKEN_HEART) {
                if (contract->leads < DUTIES) contract->lead[contract->leads++] = (Duty)duty;
            } else if (contract->follows < DUTIES) {
                contract->follow[contract->follows++] = (Duty)duty;
            }
        }
    }
}

static inline int read_details(const Contract *contract, const Json *form) {
    int details = 0;
    if (contract->domino && says(member(form, "start"), "any")) return (1 << 13) - 1;
    const Json *name = first_of(member(form, contract->domino ? "start" : "trump"));
    for (; name; name = name->next) {
        int place = index_in(contract->domino ? RANK_NAMES : "SHDC-", *text_of(name, ""));
        if (place >= 0) details |= 1 << place;
    }
    return details;
}

static inline void read_contract(Contract *contract, const Json *form) {
    memset(contract, 0, sizeof *contract);
    snprintf(contract->name, sizeof contract->name, "%s", form->key);
    contract->domino = member(form, "places") != NULL;
    contract->details = read_details(contract, form);
    contract->last_trick = -1;
    if (contract->domino) {
        numbers_of(member(form, "places"), contract->places, 4);
        for (int place = 0; place < 4; place++) contract->total += contract->places[place];
        const char *opens = text_of(member(form, "opens"), "declarer");
        int card = card_named(opens);
        contract->opens = card >= 0 && card < PASS ? card
                          : strcmp(opens, "left") ? OPENS_DECLARER : OPENS_LEFT;
        return;
    }
    for (int trick = 0; trick < 13; trick++) {
        contract->tricks[trick] = trick_points(member(form, "tricks"), trick);
        contract->total += contract->tricks[trick];
        if (contract->tricks[trick]) contract->last_trick = trick;
    }
    for (int card = 0; card < 52; card++) {
        contract->cards[card] = card_points(member(form, "cards"), card);
        contract->total += contract->cards[card];
        if (contract->cards[card]) contract->scoring |= bit(card);
    }
    contract->stops = says(member(form, "stop"), "captured");
    read_duties(contract, member(form, "duties"));
}

static inline void read_rules(Rules *rules, const Json *form) {
    memset(rules, 0, sizeof *rules);
    const Json *contracts = member(form, "contracts"), *doubling = member(form, "doubling");
    const Json *contract = contracts && contracts->kind == JSON_OBJECT ? contracts->first : NULL;
    for (; contract && rules->count < MOST_CONTRACTS; contract = contract->next)
        read_contract(&rules->contracts[rules->count++], contract);
    rules->left_leads = says(member(form, "first_lead"), "left");
    rules->fixed_order = says(member(form, "choice"), "fixed");
    rules->doubling = member(doubling, "stakes") != NULL;
    rules->negative_anyone = says(member(doubling, "negative"), "anyone");
    rules->positive_anyone = says(member(doubling, "positive"), "anyone");
    rules->forced = says(member(doubling, "quota_mode"), "forced");
    numbers_of(member(doubling, "stakes"), rules->stakes, 3);
    rules->quota = number_of(member(doubling, "quota"), 0);
    rules->quota_penalty = number_of(member(doubling, "quota_penalty"), 0);
}

/* The contract that a name, or an announcement such as "trumps:S", begins with; NULL if none. */
static inline const Contract *contract_named(const Rules *rules, const char *name) {
    size_t length = strcspn(name, ":");
    for (int i = 0; i < rules->count; i++) {
        const Contract *contract = &rules->contracts[i];
        if (strlen(contract->name) == length && !strncmp(contract->name, name, length))
            return contract;
    }
    return NULL;
}

static inline int index_of(const Rules *rules, const Contract *contract) {
    return (int)(contract - rules->contracts);
}

/* What an announcement names beside its contract: a suit 0–3, a starting rank 0–12, or −1. */
static inline int detail_named(const Contract *contract, const char *announcement) {
    const char *colon = strchr(announcement, ':');
    return colon ? index_in(contract->domino ? RANK_NAMES : SUIT_NAMES, colon[1]) : -1;
}

/* --- Questions -------------------------------------------------------------------------------- */

typedef enum { CHOOSE, DOUBLE, PLAY } Ask;

enum { MOST_TURNS = 256 };

typedef struct {
    const Rules *rules;
    int seed;                       /* of this bot in this session */
    Ask ask;
    const char *id;
    int deal, deals_left, seat, declarer, deadline_ms, bank_ms;
    int owed[4], scores[4];
    Cards hand;
    const char *legal[MOST_LEGAL];  /* the answers: return the index of one */
    int legal_count;
    Cards legal_cards;              /* the same as a mask, of PLAY */
    bool unused[MOST_CONTRACTS];    /* by contract: what the declarer could choose from */
    const Contract *contract;       /* from here on not of CHOOSE */
    int detail;                     /* the trump suit or the starting rank; −1 without */
    bool doubles[4][4];             /* [who][whom] */
    int turns;                      /* what was played, in order; passes of Domino too */
    struct { int seat, card; } turn[MOST_TURNS];
    int leader;                     /* of the present trick */
    int trick_count;                /* cards in it */
    int raw[4];
} Question;

static inline void note_turn(Question *question, int seat, int card) {
    if (question->turns == MOST_TURNS || seat < 0 || seat > 3 || card < 0) return;
    question->turn[question->turns].seat = seat;
    question->turn[question->turns++].card = card;
}

static inline void note_trick(Question *question, int leader, const Json *card) {
    for (int place = 0; place < 4 && card; place++, card = card->next)
        note_turn(question, (leader + place) % 4, card_named(text_of(card, "")));
}

static inline void read_history(Question *question, const Json *line) {
    for (const Json *trick = first_of(member(line, "tricks")); trick; trick = trick->next)
        if (first_of(trick)) note_trick(question, number_of(trick->first, 0), trick->first->next);
    const Json *trick = member(line, "trick"), *cards = member(trick, "cards");
    question->leader = number_of(member(trick, "leader"), question->seat);
    note_trick(question, question->leader, first_of(cards));
    for (const Json *card = first_of(cards); card; card = card->next) question->trick_count++;
    for (const Json *turn = first_of(member(line, "played")); turn; turn = turn->next)
        if (first_of(turn) && turn->first->next)
            note_turn(question, number_of(turn->first, -1),
                      card_named(text_of(turn->first->next, "")));
    numbers_of(member(line, "raw"), question->raw, 4);
}

static inline Cards cards_of(const Json *list) {
    Cards cards = 0;
    for (const Json *name = first_of(list); name; name = name->next) {
        int card = card_named(text_of(name, ""));
        if (card >= 0 && card < PASS) cards |= bit(card);
    }
    return cards;
}

static inline int seat_of(const Json *value) { return number_of(value, 0) & 3; }

/* Read a question; false for a line that is none, or none that can be answered. */
static inline bool read_question(Question *question, const Json *line, const Rules *rules,
                                 int seed) {
    memset(question, 0, sizeof *question);
    question->rules = rules;
    question->seed = seed;
    question->id = text_of(member(line, "id"), NULL);
    const char *const asks[] = {"choose", "double", "play"};
    const Json *type = member(line, "type");
    while (question->ask <= PLAY && !says(type, asks[question->ask])) question->ask++;
    for (const Json *name = first_of(member(line, "legal")); name; name = name->next)
        if (name->kind == JSON_TEXT && question->legal_count < MOST_LEGAL)
            question->legal[question->legal_count++] = name->text;
    if (!question->id || question->ask > PLAY || !question->legal_count) return false;

    question->deal = number_of(member(line, "deal"), 0);
    question->deals_left = number_of(member(line, "deals_left"), 1);
    question->seat = seat_of(member(line, "seat"));
    question->declarer = seat_of(member(line, "declarer"));
    question->deadline_ms = number_of(member(line, "deadline_ms"), 0);
    question->bank_ms = number_of(member(line, "bank_ms"), 0);
    numbers_of(member(line, "owed"), question->owed, 4);
    numbers_of(member(line, "scores"), question->scores, 4);
    question->hand = cards_of(member(line, "hand"));
    for (const Json *name = first_of(member(line, "unused")); name; name = name->next) {
        const Contract *contract = contract_named(rules, text_of(name, ""));
        if (contract) question->unused[index_of(rules, contract)] = true;
    }
    question->contract = contract_named(rules, text_of(member(line, "contract"), ""));
    if (question->ask != CHOOSE && !question->contract) return false;
    bool domino = question->contract && question->contract->domino;
    const char *detail = text_of(member(line, domino ? "start" : "trump"), "");
    question->detail = index_in(domino ? RANK_NAMES : SUIT_NAMES, detail[0]);
    for (const Json *pair = first_of(member(line, "doubles")); pair; pair = pair->next)
        if (first_of(pair) && pair->first->next)
            question->doubles[seat_of(pair->first)][seat_of(pair->first->next)] = true;
    if (question->ask == PLAY) {
        question->legal_cards = cards_of(member(line, "legal"));
        read_history(question, line);
    }
    return true;
}

/* The index of an answer in question->legal; −1 if it is not there. */
static inline int answer_named(const Question *question, const char *name) {
    for (int i = 0; i < question->legal_count; i++)
        if (!strcmp(question->legal[i], name)) return i;
    return -1;
}

/* The index of a card in question->legal; that of the first answer if it is not there. */
static inline int answer_card(const Question *question, int card) {
    for (int i = 0; i < question->legal_count; i++)
        if (card_named(question->legal[i]) == card) return i;
    return 0;
}

/* Dice that fall alike whenever this question is asked of this seat. */
static inline Dice dice_for(const Question *question) {
    Dice dice = {(uint64_t)question->seed << 32 ^ (uint64_t)question->deal << 16
                 ^ (uint64_t)question->ask << 8 ^ (uint64_t)question->turns};
    dice.state = throw_dice(&dice) ^ question->hand;
    return dice;
}

/* --- A deal in play --------------------------------------------------------------------------- */

typedef struct {
    const Contract *contract;
    int detail;            /* the trump suit or the starting rank; −1 without */
    Cards hands[4];        /* as far as they are known */
    Cards played[4];       /* by whom */
    int left[4];           /* cards in each hand, known or not */
    int voids[4];          /* by seat: the suits that it did not follow, bit 1 << suit */
    int seat;              /* on move */
    int raw[4];
    bool over;
    Cards open;            /* tricks: scoring cards not captured; Domino: cards that fit */
    int number, leader;    /* the present trick (0–12), and who led it */
    int trick[4], in_trick;
    int best, winner;      /* the card that wins it so far, and whose it is */
    bool hearts_broken;    /* whether a heart was played to an earlier trick */
    int out;               /* Domino: how many seats are done */
} Deal;

/* Begin a deal whose hands are set, after an announcement of the declarer. */
static inline void begin_deal(Deal *deal, const Rules *rules, const Contract *contract, int detail,
                              int declarer) {
    deal->contract = contract;
    deal->detail = detail;
    bool left = contract->domino ? contract->opens == OPENS_LEFT : rules->left_leads;
    deal->seat = (declarer + left) % 4;
    deal->open = contract->scoring;
    if (contract->domino) {
        deal->open = 0;
        for (int suit = 0; suit < 4 && detail >= 0; suit++) deal->open |= bit(13 * suit + detail);
        for (int seat = 0; contract->opens >= 0 && seat < 4; seat++)
            if (deal->hands[seat] & bit(contract->opens)) deal->seat = seat;
    }
    deal->leader = deal->winner = deal->seat;
    for (int seat = 0; seat < 4; seat++) deal->left[seat] = 13;
}

static inline Cards winning_trumps(const Deal *deal) {
    if (deal->detail < 0) return 0;
    return suit_of(deal->best) == deal->detail ? above(deal->best) : suit_cards(deal->detail);
}

/* Of these cards, those that meet a duty of the seat on move. */
static inline Cards meeting(Duty duty, const Deal *deal, Cards cards) {
    Cards trumps = deal->detail < 0 ? 0 : suit_cards(deal->detail), winning;
    switch (duty) {
    case FOLLOW_SUIT: return cards & suit_cards(suit_of(deal->trick[0]));
    case LEAD_NO_HEART: return cards & ~suit_cards(HEARTS);
    case LEAD_NO_UNBROKEN_HEART: return deal->hearts_broken ? cards : cards & ~suit_cards(HEARTS);
    case WIN_WITH_TRUMP: return cards & winning_trumps(deal);
    case BEAT_LED_TRUMP:
        return suit_of(deal->trick[0]) == deal->detail ? cards & winning_trumps(deal) : cards;
    case RUFF: return cards & trumps;
    case OVERRUFF:
        winning = cards & winning_trumps(deal);
        return winning ? cards & ~(trumps & ~winning) : cards;
    default: return cards;
    }
}

/* The legal cards of a hand; none where a seat must pass in Domino. */
static inline Cards legal_of(const Deal *deal, Cards hand) {
    const Contract *contract = deal->contract;
    if (contract->domino) return hand & deal->open;
    const Duty *duties = deal->in_trick ? contract->follow : contract->lead;
    int number = deal->in_trick ? contract->follows : contract->leads;
    for (int i = 0; i < number; i++) {
        Cards kept = meeting(duties[i], deal, hand);
        if (kept) hand = kept;
    }
    return hand;
}

/* The legal cards of the seat on move, whose hand is known. The first card of a Domino that the
   holder of a named card opens is that card. */
static inline Cards legal_cards(const Deal *deal) {
    Cards hand = deal->hands[deal->seat];
    const Contract *contract = deal->contract;
    if (contract->domino && contract->opens >= 0 && hand & bit(contract->opens))
        return bit(contract->opens);
    return legal_of(deal, hand);
}

static inline void capture(Deal *deal) {
    const Contract *contract = deal->contract;
    int worth = contract->tricks[deal->number];
    Cards captured = 0;
    for (int place = 0; place < 4; place++) {
        worth += contract->cards[deal->trick[place]];
        captured |= bit(deal->trick[place]);
    }
    deal->raw[deal->winner] += worth;
    deal->hearts_broken |= (captured & suit_cards(HEARTS)) != 0;
    deal->open &= ~captured;
    deal->over = ++deal->number == 13 || (contract->stops && !deal->open);
    deal->leader = deal->seat = deal->winner;
    deal->in_trick = 0;
}

static inline void play_to_trick(Deal *deal, int card) {
    bool wins = !deal->in_trick;
    if (!wins && suit_of(card) == suit_of(deal->best)) wins = card > deal->best;
    else if (!wins) wins = suit_of(card) == deal->detail;
    if (wins) {
        deal->best = card;
        deal->winner = deal->seat;
    }
    deal->trick[deal->in_trick++] = card;
    if (suit_of(card) != suit_of(deal->trick[0]))
        deal->voids[deal->seat] |= 1 << suit_of(deal->trick[0]);
    deal->seat = (deal->seat + 1) & 3;
    if (deal->in_trick == 4) capture(deal);
}

static inline void lay_out(Deal *deal, int card) {
    int seat = deal->seat;
    if (card != PASS) {
        deal->open |= (bit(card) << 1 | bit(card) >> 1) & suit_cards(suit_of(card));
        if (!deal->left[seat]) deal->raw[seat] = deal->contract->places[deal->out++];
    }
    do seat = (seat + 1) & 3; while (!deal->left[seat] && seat != deal->seat);
    deal->seat = seat;
    if (deal->out == 3 && !deal->over) {
        deal->over = true;
        deal->raw[seat] = deal->contract->places[3];
    }
}

/* Play a legal card of the seat on move, or its pass in Domino. */
static inline void play_card(Deal *deal, int card) {
    int seat = deal->seat;
    if (card != PASS) {
        deal->hands[seat] &= ~bit(card);
        deal->played[seat] |= bit(card);
        deal->left[seat]--;
    }
    if (deal->contract->domino) lay_out(deal, card);
    else play_to_trick(deal, card);
}

/* Whether anything is left to win or lose. */
static inline bool is_open(const Deal *deal) {
    if (deal->over || deal->contract->domino) return !deal->over;
    return deal->number <= deal->contract->last_trick || deal->open;
}

/* --- What a question shows -------------------------------------------------------------------- */

typedef struct {
    Deal deal;        /* as it stands, with one's own hand alone */
    Cards unseen;     /* the cards in the other hands */
    Cards banned[4];  /* by seat: cards that it has shown it does not hold */
    int me;           /* whose view it is */
    int hidden[52];   /* the unseen cards; from begin[n] to begin[n + 1] those that fit n seats */
    int begin[5];
    int fits[52];     /* by card: the seats that may hold it, bit 1 << seat */
} View;

/* Note what a seat on move shows by playing a card: a duty that the card does not meet is one that
   no card of the hand met. */
static inline void learn(View *view, int card) {
    const Deal *deal = &view->deal;
    const Contract *contract = deal->contract;
    int seat = deal->seat;
    if (contract->domino) {
        if (card == PASS) view->banned[seat] |= deal->open;
        return;
    }
    const Duty *duties = deal->in_trick ? contract->follow : contract->lead;
    int number = deal->in_trick ? contract->follows : contract->leads;
    Cards may = DECK;
    for (int i = 0; i < number; i++) {
        Cards kept = meeting(duties[i], deal, may);
        if (kept & bit(card)) may = kept;
        /* Whoever holds a winning trump may still throw a plain card: only losing trumps tell. */
        else view->banned[seat] |= duties[i] == OVERRUFF ? winning_trumps(deal) : kept;
    }
}

/* Sort the unseen cards by how few seats may hold them: they are dealt in that order. */
static inline void sort_hidden(View *view) {
    int number = 0;
    for (Cards rest = view->unseen; rest; rest &= rest - 1) {
        int card = lowest(rest), seats = 0;
        for (int seat = 0; seat < 4; seat++)
            if (seat != view->me && view->deal.left[seat] && !(view->banned[seat] & bit(card)))
                seats |= 1 << seat;
        view->fits[card] = seats;
    }
    for (int seats = 0; seats < 4; seats++) {
        view->begin[seats] = number;
        for (Cards rest = view->unseen; rest; rest &= rest - 1) {
            int card = lowest(rest);
            if (count((Cards)view->fits[card]) == seats) view->hidden[number++] = card;
        }
    }
    view->begin[4] = number;
}

/* What a question shows: the deal as it stands, and the cards that are hidden. */
static inline void view_of(View *view, const Question *question) {
    memset(view, 0, sizeof *view);
    Deal *deal = &view->deal;
    deal->seat = question->declarer;
    for (int seat = 0; seat < 4; seat++) deal->left[seat] = 13;
    if (question->contract)
        begin_deal(deal, question->rules, question->contract, question->detail, question->declarer);
    if (question->ask == PLAY) {
        for (int i = 0; i < question->turns; i++) {
            deal->seat = question->turn[i].seat;
            learn(view, question->turn[i].card);
            play_card(deal, question->turn[i].card);
        }
        deal->seat = question->seat;
        if (!question->turns) deal->leader = deal->winner = question->seat;
    }
    view->me = question->seat;
    deal->hands[view->me] = question->hand;
    view->unseen = DECK & ~question->hand;
    for (int seat = 0; seat < 4; seat++) view->unseen &= ~deal->played[seat];
    sort_hidden(view);
}

/* --- Worlds ----------------------------------------------------------------------------------- */

/* Give a card to a seat without room, which passes another one on; false if none can. */
static inline bool push(const View *view, Cards hands[4], int room[4], int card) {
    for (int seat = 0; seat < 4; seat++) {
        if (!(view->fits[card] >> seat & 1)) continue;
        for (Cards rest = hands[seat]; rest; rest &= rest - 1) {
            int other = lowest(rest);
            for (int to = 0; to < 4; to++) {
                if (!room[to] || !(view->fits[other] >> to & 1)) continue;
                hands[to] |= bit(other);
                hands[seat] ^= bit(other) | bit(card);
                room[to]--;
                return true;
            }
        }
    }
    return false;
}

/* A seat that may hold a card, the likelier the more room it has; −1 if none has any. */
static inline int draw_holder(int fits, const int room[4], Dice *dice) {
    int total = 0;
    for (int seat = 0; seat < 4; seat++) total += fits >> seat & 1 ? room[seat] : 0;
    if (!total) return -1;
    int place = draw(dice, total), seat = 0;
    for (;; seat++) {
        int here = fits >> seat & 1 ? room[seat] : 0;
        if (place < here) return seat;
        place -= here;
    }
}

static inline void shuffle(int *cards, int number, Dice *dice) {
    for (int i = number - 1; i > 0; i--) {
        int j = draw(dice, i + 1), card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* Deal the hidden cards, those that fit the fewest seats first; false if that came to no end. */
static inline bool deal_hidden(const View *view, Dice *dice, Cards hands[4]) {
    int room[4], cards[52], next = view->begin[3];
    memcpy(cards, view->hidden, sizeof cards);
    for (int seat = 0; seat < 4; seat++) {
        hands[seat] = seat == view->me ? view->deal.hands[seat] : 0;
        room[seat] = seat == view->me ? 0 : view->deal.left[seat];
    }
    for (int seats = 0; seats < 4; seats++)
        shuffle(cards + view->begin[seats], view->begin[seats + 1] - view->begin[seats], dice);
    for (int i = 0; i < next; i++) {
        int card = cards[i], seat = draw_holder(view->fits[card], room, dice);
        if (seat < 0) {
            if (!push(view, hands, room, card)) return false;
            continue;
        }
        hands[seat] |= bit(card);
        room[seat]--;
    }
    /* The rest fits everywhere. */
    for (int seat = 0; seat < 4; seat++)
        for (; room[seat] && next < view->begin[4]; room[seat]--) hands[seat] |= bit(cards[next++]);
    return true;
}

/* Make a world: the deal of a view with hands for all that fit what was shown. */
static inline void sample_world(const View *view, Dice *dice, Deal *world) {
    *world = view->deal;
    for (int vain = 0; vain < 20; vain++)
        if (deal_hidden(view, dice, world->hands)) return;
    /* Nothing fits, which no rightful play leads to: any hands, then. */
    View any = *view;
    memset(any.banned, 0, sizeof any.banned);
    sort_hidden(&any);
    deal_hidden(&any, dice, world->hands);
}

/* --- Playing on ------------------------------------------------------------------------------- */

/* A rule that picks a card for the seat on move, out of at least two legal ones. It should look at
   no hand but deal->hands[deal->seat]. */
typedef int (*Policy)(const Deal *deal, Cards legal);

/* Play a deal to its end; deal->raw holds the points then. */
static inline void play_out(Deal *deal, Policy policy) {
    while (is_open(deal)) {
        Cards legal = legal_cards(deal);
        play_card(deal, !legal ? PASS : legal & (legal - 1) ? policy(deal, legal) : lowest(legal));
    }
}

/* Of some cards the highest, or the lowest, by rank. */
static inline int by_rank(Cards cards, bool high) {
    int best = lowest(cards);
    for (Cards rest = cards; rest; rest &= rest - 1) {
        int card = lowest(rest);
        if (high ? rank_of(card) > rank_of(best) : rank_of(card) < rank_of(best)) best = card;
    }
    return best;
}

/* The simplest policy of use: in negative contracts the highest card that loses, else the lowest;
   in others the highest card, unless it cannot win; in Domino the highest. */
static inline int duck(const Deal *deal, Cards legal) {
    Cards under = 0;
    bool positive = deal->contract->total > 0;
    if (deal->contract->domino) return by_rank(legal, true);
    if (!deal->in_trick) return by_rank(legal, positive);
    for (Cards rest = legal; rest; rest &= rest - 1) {
        int card = lowest(rest);
        bool same = suit_of(card) == suit_of(deal->best);
        if (same ? card < deal->best : suit_of(card) != deal->detail) under |= bit(card);
    }
    if (positive) return legal & ~under ? by_rank(legal & ~under, true) : by_rank(legal, false);
    return under ? by_rank(under, true) : by_rank(legal, false);
}

/* --- The loop --------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *version;
    int (*answer)(const Question *question); /* returns the index of one of question->legal */
    void (*learn_rules)(const Rules *rules); /* called before the first question; may be NULL */
    bool tells_legal;  /* sends its own list of legal cards along, which the arena compares */
} Bot;

static inline void say_text(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if ((unsigned char)*text < 0x20) printf("\\u%04x", (unsigned)*text);
        else putchar(*text);
    }
    putchar('"');
}

static inline void say_legal(const Question *question) {
    static View view;
    view_of(&view, question);
    printf(",\"legal\":[");
    bool more = false;
    for (Cards rest = legal_cards(&view.deal); rest; rest &= rest - 1, more = true) {
        int card = lowest(rest);
        printf("%s\"%c%c\"", more ? "," : "", RANK_NAMES[rank_of(card)], SUIT_NAMES[suit_of(card)]);
    }
    putchar(']');
}

static inline void say_answer(const Bot *bot, const Question *question, bool is_known) {
    int choice = is_known ? bot->answer(question) : 0;
    if (choice < 0 || choice >= question->legal_count) choice = 0;
    printf("{\"id\":");
    say_text(question->id);
    printf(",\"action\":");
    say_text(question->legal[choice]);
    if (bot->tells_legal && is_known && question->ask == PLAY) say_legal(question);
    printf("}\n");
}

static inline void greet(const Bot *bot, const char *id) {
    printf("{\"id\":");
    say_text(id);
    printf(",\"protocol\":1,\"name\":");
    say_text(bot->name);
    printf(",\"version\":");
    say_text(bot->version);
    printf("}\n");
}

/* Read a line without its end; NULL at the end of input. What is longer than allowed is dropped. */
static inline char *read_line(char *line, size_t size) {
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (length + 1 < size) line[length++] = c ? (char)c : ' ';
    line[length] = '\0';
    return c == EOF && !length ? NULL : line;
}

/* Speak with the arena until the end of input; returns main's status. */
static inline int run(const Bot *bot) {
    static char line[LONGEST_LINE + 2];
    static JsonReader reader;
    static Rules rules;
    static Question question;
    int seed = 0;
    while (read_line(line, sizeof line)) {
        const Json *message = read_json(&reader, line), *type = member(message, "type");
        if (says(type, "hello") && text_of(member(message, "id"), NULL)) {
            read_rules(&rules, member(message, "rules"));
            if (bot->learn_rules) bot->learn_rules(&rules);
            greet(bot, member(message, "id")->text);
        } else if (says(type, "session")) {
            seed = number_of(member(message, "seed"), 0);
        } else {
            /* A question of a later version: the first legal answer is as good as any. */
            bool is_known = read_question(&question, message, &rules, seed);
            if (question.id && question.legal_count) say_answer(bot, &question, is_known);
        }
        fflush(stdout);
    }
    return 0;
}

#endif
