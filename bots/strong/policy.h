/* The rule that plays all four hands of a world: what a card brings now against what it brings kept.

   A card played now wins the trick with some chance, and then takes what the trick is worth; a card
   kept wins a later trick with some chance, and takes what those are worth. Worth is negative in
   negative contracts, so the same comparison ducks there and wins in the others. The weights were
   tuned in self-play, one after the other, for points among four such players.

   Chances are whole numbers of which ONE is certain, points are in units of 1/ONE: results are
   the same on every machine. */

#ifndef POLICY_H
#define POLICY_H

#include "barbu.h"

enum { ONE = 1024 };

enum {              /* of ONE */
    ALONE = 230,    /* chance of winning with a card whose suit nobody else holds, when kept */
    BESIDE = 918,   /* what each lower card beside it leaves of the chance that it must be played */
    LATER = 589,    /* weight of the tricks to come */
    BELOW = 294,    /* weight of the worst scoring card that it may catch */
    CAUGHT = 345,   /* weight of its own points */
    LAST_CAUGHT = 384,
    DROPPED = 932,  /* weight of the scoring cards below it, which others throw under it */
    THROWN = 1178,  /* weight of what those who cannot follow throw */
    ON_LEAD = -123, /* points for winning a trick of a negative contract: one must lead then */
    HIGH = 31,      /* points for each rank: of cards otherwise alike the higher goes first */
    PLAIN = 666,    /* weight of a winner outside the trump suit in positive contracts */
    TRUMP_LED = -246
};

/* (2/3)^n and 0.897^n of ONE: the chance that one of three others holds none of n cards, and what n
   lower cards leave. */
static int none_of[14], left_by[14];
static uint8_t counts[1 << 13]; /* of the bits of a suit */
static int share[14][14];       /* [part][whole] of ONE */

static inline void fill_tables(void) {
    int none = ONE << 10, left = ONE << 10;
    for (int n = 0; n < 14; n++, none = none * 2 / 3, left = left / ONE * BESIDE) {
        none_of[n] = none >> 10;
        left_by[n] = left >> 10;
        for (int whole = n; whole < 14 && whole; whole++) share[n][whole] = n * ONE / whole;
    }
    for (int bits = 1; bits < 1 << 13; bits++) counts[bits] = (uint8_t)(counts[bits >> 1] + (bits & 1));
}

/* The ranks of a suit, as 13 bits. */
static inline int ranks_in(Cards cards, int suit) { return (int)(cards >> 13 * suit & 0x1FFF); }

/* How many cards of a card's suit are below it, or above it. */
static inline int lower(Cards cards, int card) {
    return counts[ranks_in(cards, suit_of(card)) & ((1 << rank_of(card)) - 1)];
}

static inline int higher(Cards cards, int card) {
    return counts[ranks_in(cards, suit_of(card)) >> rank_of(card) >> 1];
}

/* What is the same for all cards that a seat may play. */
typedef struct {
    const Deal *deal;
    const Contract *contract;
    bool positive;
    Cards hand, rest;  /* one's own cards, and those of the others */
    int later;         /* points of an average trick to come */
    int thrown;        /* points that whoever cannot follow is expected to throw */
    int on_table;      /* points of the trick so far, without its cards to come */
    int void_chance;   /* that a seat cannot follow the suit led */
    int led;           /* −1 for the leader */
} Outlook;

static inline int points_of(const Contract *contract, Cards cards) {
    int points = 0;
    for (cards &= contract->scoring; cards; cards &= cards - 1) points += contract->cards[lowest(cards)];
    return points;
}

static inline int worst_of(const Contract *contract, Cards cards) {
    int worst = 0;
    for (cards &= contract->scoring; cards; cards &= cards - 1)
        if (contract->cards[lowest(cards)] < worst) worst = contract->cards[lowest(cards)];
    return worst;
}

static inline Outlook look(const Deal *deal) {
    const Contract *contract = deal->contract;
    Outlook outlook = {.deal = deal, .contract = contract, .positive = contract->total > 0, .led = -1};
    outlook.hand = deal->hands[deal->seat];
    for (int seat = 0; seat < 4; seat++) outlook.rest |= deal->hands[seat];
    outlook.rest &= ~outlook.hand;
    int points = points_of(contract, outlook.rest | outlook.hand), tricks = 12 - deal->number;
    for (int trick = deal->number + 1; trick <= contract->last_trick; trick++)
        points += contract->tricks[trick];
    outlook.later = points * ONE / (tricks > 0 ? tricks : 1);
    int third = points_of(contract, outlook.rest) * ONE / 3;
    int worst = worst_of(contract, outlook.rest) * ONE;
    outlook.thrown = third < worst ? worst : third;
    outlook.on_table = contract->tricks[deal->number];
    for (int place = 0; place < deal->in_trick; place++)
        outlook.on_table += contract->cards[deal->trick[place]];
    if (deal->in_trick) outlook.led = suit_of(deal->trick[0]);
    return outlook;
}

static inline bool beats(const Deal *deal, int card) {
    if (!deal->in_trick) return true;
    return suit_of(card) == suit_of(deal->best) ? card > deal->best : suit_of(card) == deal->detail;
}

/* The chance that one seat still to come beats a card. */
static inline int beaten(const Outlook *outlook, int card, int led, int no_suit) {
    int low = lower(outlook->rest, card), high = higher(outlook->rest, card);
    int trump = outlook->deal->detail, over = 0;
    if (outlook->positive) over = ONE - none_of[high];
    else if (suit_of(card) == led) over = none_of[low] * (ONE - none_of[high]) / ONE;
    if (trump < 0 || led == trump) return over;
    int trumps = counts[ranks_in(outlook->rest, trump)];
    return ONE - (ONE - over) * (ONE - no_suit * (ONE - none_of[trumps]) / ONE) / ONE;
}

/* The points that a card brings in this trick. */
static inline int now(const Outlook *outlook, int card) {
    const Deal *deal = outlook->deal;
    if (!beats(deal, card)) return 0;
    int led = outlook->led < 0 ? suit_of(card) : outlook->led, to_come = 3 - deal->in_trick;
    int worth = (outlook->on_table + outlook->contract->cards[card]) * ONE, chance = ONE;
    if (!outlook->positive) worth += ON_LEAD;
    if (to_come) {
        Cards suit = outlook->rest & suit_cards(led);
        int no_suit = none_of[counts[ranks_in(suit, led)]], over = beaten(outlook, card, led, no_suit);
        int dropped = points_of(outlook->contract, suit & below(card)) * DROPPED / 3;
        int thrown = (int)((int64_t)outlook->thrown * THROWN / ONE * no_suit / ONE);
        worth += to_come * (dropped + thrown);
        for (int i = 0; i < to_come; i++) chance = chance * (ONE - over) / ONE;
    }
    if (outlook->positive && outlook->led < 0 && led == deal->detail) worth += TRUMP_LED;
    return (int)((int64_t)chance * worth / ONE);
}

/* The points that a card brings later when it is kept. */
static inline int kept(const Outlook *outlook, int card) {
    int low = lower(outlook->rest, card), all = low + higher(outlook->rest, card);
    if (outlook->positive) {
        int chance = all ? share[low][all] : ONE;
        if (suit_of(card) != outlook->deal->detail) chance = chance * PLAIN / ONE;
        return (int)((int64_t)outlook->later * chance / ONE);
    }
    const Contract *contract = outlook->contract;
    int chance = (all ? share[low][all] : ALONE) * left_by[lower(outlook->hand, card)] / ONE;
    int worth = (int)((int64_t)outlook->later * LATER / ONE) + worst_of(contract, outlook->rest & below(card)) * BELOW;
    int caught = (all ? share[low][all] : LAST_CAUGHT) * CAUGHT / ONE;
    return (int)((int64_t)chance * worth / ONE) + caught * contract->cards[card];
}

/* A card of Domino by what lies beyond it: far cards of one's own, and few of the others. */
static inline int laid_out(const Deal *deal, int card) {
    int start = deal->detail, rank = rank_of(card), far = 0;
    Cards beyond = (rank >= start ? above(card) : 0) | (rank <= start ? below(card) : 0);
    Cards mine = beyond & deal->hands[deal->seat], others = beyond & ~mine;
    if (mine) {
        int up = highest(mine) - card, down = card - lowest(mine);
        far = up > down ? up : down;
    }
    Cards next = (bit(card) << 1 | bit(card) >> 1) & beyond;
    int follows = !next ? 14 : next & mine ? -10 : 0;
    return 23 * far + 10 * count(mine) - 8 * count(others) + follows;
}

static int policy(const Deal *deal, Cards legal) {
    int best = lowest(legal), most = INT32_MIN;
    bool domino = deal->contract->domino;
    Outlook outlook = {0};
    if (!domino) outlook = look(deal);
    for (Cards rest = legal; rest; rest &= rest - 1) {
        int card = lowest(rest), value;
        if (domino) value = laid_out(deal, card);
        else value = now(&outlook, card) - kept(&outlook, card) + HIGH * rank_of(card);
        if (value > most) {
            most = value;
            best = card;
        }
    }
    return best;
}

#endif
