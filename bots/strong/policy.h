/* The rule that plays all four hands of a world: what a card brings now, against kept.

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

enum {                   /* of ONE */
    ALONE = 174,         /* chance of winning with a card whose suit nobody else holds, when kept */
    BESIDE = 918,        /* what each lower card beside it leaves of the chance to be forced out */
    LATER = 742,         /* weight of the tricks to come in the middle of a deal */
    EARLY = 860,         /* what is added to that at the beginning, and taken off at the end */
    CAUGHT = 260,        /* weight of a card's own points, when kept */
    LAST_CAUGHT = 384,   /* their chance of being caught, where nobody else holds the suit */
    DROPPED = 703,       /* weight of the scoring cards below a card, which others throw under it */
    THROWN = 1178,       /* weight of what those who cannot follow throw */
    ON_LEAD = -338,      /* points for winning a trick of a negative contract: one must lead then */
    SHORT_LED = 1434,    /* points, divided by the length of the suit, for leading from it */
    SHORT_THROWN = 1613, /* the same for throwing a card of it */
    SHORT_KEPT = -717,   /* the same in positive contracts */
    OVER = -22,          /* points for each card of the others above it */
    HIGH = 31,           /* points for each rank: of cards otherwise alike the higher goes first */
    PLAIN = 727,         /* weight of a winner outside the trump suit in positive contracts */
    TRUMP_LED = -246     /* points for leading a trump */
};

/* none_of[k][n]: the chance that one of k seats, which alone may hold n cards, holds none of them;
   left_by[n]: what n lower cards leave. */
static int none_of[4][14], left_by[14];
static uint8_t counts[1 << 13]; /* of the bits of a suit */
static int share[14][14];       /* [part][whole] of ONE */

static inline void fill_tables(void) {
    int none[4] = {0, ONE << 10, ONE << 10, ONE << 10}, left = ONE << 10;
    for (int n = 0; n < 14; n++, left = left / ONE * BESIDE) {
        for (int seats = 1; seats < 4; seats++) {
            none_of[seats][n] = none[seats] >> 10;
            none[seats] = none[seats] / seats * (seats - 1);
        }
        left_by[n] = left >> 10;
        for (int whole = n; whole < 14 && whole; whole++) share[n][whole] = n * ONE / whole;
    }
    for (int bits = 1; bits < 1 << 13; bits++)
        counts[bits] = (uint8_t)(counts[bits >> 1] + (bits & 1));
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
    int later;         /* points of an average trick to come, weighted */
    int thrown;        /* points that whoever cannot follow is expected to throw, weighted */
    int on_table;      /* points of the trick so far, without its cards to come */
    int led;           /* the suit; −1 for the leader */
} Outlook;

static inline int points_of(const Contract *contract, Cards cards) {
    int points = 0;
    for (cards &= contract->scoring; cards; cards &= cards - 1)
        points += contract->cards[lowest(cards)];
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
    Outlook outlook = {.deal = deal, .contract = contract, .led = -1};
    outlook.positive = contract->total > 0;
    outlook.hand = deal->hands[deal->seat];
    for (int seat = 0; seat < 4; seat++) outlook.rest |= deal->hands[seat];
    outlook.rest &= ~outlook.hand;
    int points = points_of(contract, outlook.rest | outlook.hand), tricks = 12 - deal->number;
    for (int trick = deal->number + 1; trick <= contract->last_trick; trick++)
        points += contract->tricks[trick];
    int weight = outlook.positive ? ONE : LATER * (ONE + EARLY * (6 - deal->number) / 6) / ONE;
    outlook.later = points * weight / (tricks > 0 ? tricks : 1);
    int third = points_of(contract, outlook.rest) * THROWN / 3;
    int worst = worst_of(contract, outlook.rest) * THROWN;
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

/* What the seats still to come may do in a trick of one suit, whatever card one plays. */
typedef struct {
    int led;        /* −1: nothing is foreseen yet */
    int seats;      /* seats that may hold the suit, of the three others */
    int following;  /* of those the ones still to come */
    int unruffed;   /* the chance that none of them trumps */
    int thrown;     /* points that those who cannot follow are expected to throw */
} Prospect;

static inline Prospect foresee(const Outlook *outlook, int led) {
    const Deal *deal = outlook->deal;
    int me = deal->seat, trump = led == deal->detail ? NO_TRUMP : deal->detail;
    Prospect prospect = {.led = led, .unruffed = ONE};
    for (int i = 1; i < 4; i++) prospect.seats += !(deal->voids[(me + i) & 3] >> led & 1);
    int no_suit = none_of[prospect.seats][counts[ranks_in(outlook->rest, led)]];
    int ruffs = trump < 0 ? 0 : ONE - none_of[3][counts[ranks_in(outlook->rest, trump)]];
    for (int i = 1; i < 4 - deal->in_trick; i++) {
        int voids = deal->voids[(me + i) & 3], cannot = voids >> led & 1 ? ONE : no_suit;
        prospect.following += !(voids >> led & 1);
        prospect.thrown += (int)((int64_t)outlook->thrown * cannot / ONE);
        if (ruffs && !(voids >> trump & 1))
            prospect.unruffed = prospect.unruffed * (ONE - cannot * ruffs / ONE) / ONE;
    }
    return prospect;
}

/* The chance that a card which wins so far wins in the end. */
static inline int stands(const Outlook *outlook, const Prospect *prospect, int card) {
    const int *none = none_of[prospect->seats];
    int high = higher(outlook->rest, card), chance = prospect->unruffed, over = 0;
    if (outlook->positive) over = ONE - none[high];
    else if (suit_of(card) == prospect->led)
        over = none[lower(outlook->rest, card)] * (ONE - none[high]) / ONE;
    for (int i = 0; i < prospect->following; i++) chance = chance * (ONE - over) / ONE;
    return chance;
}

/* The points that those who follow are expected to throw under a card. */
static inline int dropped(const Outlook *outlook, const Prospect *prospect, int card) {
    Cards scoring = outlook->contract->scoring & outlook->rest;
    Cards under = suit_cards(prospect->led) & below(card) & scoring;
    if (!under || !prospect->following) return 0;
    return points_of(outlook->contract, under) * DROPPED / prospect->seats * prospect->following;
}

/* The points that a card brings in this trick. */
static inline int now(const Outlook *outlook, const Prospect *prospect, int card) {
    const Deal *deal = outlook->deal;
    int suit = suit_of(card), length = counts[ranks_in(outlook->hand, suit)], extra = 0;
    if (outlook->led < 0) {
        if (!outlook->positive) extra = SHORT_LED / length;
        else if (suit == deal->detail) extra = TRUMP_LED;
    } else if (suit != outlook->led && suit != deal->detail) {
        extra = (outlook->positive ? SHORT_KEPT : SHORT_THROWN) / length;
    }
    if (!beats(deal, card)) return extra;
    int worth = (outlook->on_table + outlook->contract->cards[card]) * ONE;
    if (!outlook->positive) worth += ON_LEAD;
    worth += prospect->thrown + dropped(outlook, prospect, card);
    return extra + (int)((int64_t)stands(outlook, prospect, card) * worth / ONE);
}

/* The points that a card brings later when it is kept. */
static inline int kept(const Outlook *outlook, int card) {
    int low = lower(outlook->rest, card), all = low + higher(outlook->rest, card);
    if (outlook->positive) {
        int chance = all ? share[low][all] : ONE;
        if (suit_of(card) != outlook->deal->detail) chance = chance * PLAIN / ONE;
        return (int)((int64_t)outlook->later * chance / ONE);
    }
    int chance = (all ? share[low][all] : ALONE) * left_by[lower(outlook->hand, card)] / ONE;
    int caught = (all ? share[low][all] : LAST_CAUGHT) * CAUGHT / ONE;
    int own = caught * outlook->contract->cards[card];
    return (int)((int64_t)chance * outlook->later / ONE) + own - OVER * (all - low);
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
    int follows = !next ? 35 : next & mine ? 11 : 0;
    return 20 * far + 10 * count(mine) - 8 * count(others) + follows;
}

static inline int lay(const Deal *deal, Cards legal) {
    int best = lowest(legal), most = INT32_MIN;
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal), value = laid_out(deal, card);
        if (value > most) {
            most = value;
            best = card;
        }
    }
    return best;
}

static int policy(const Deal *deal, Cards legal) {
    if (deal->contract->domino) return lay(deal, legal);
    int best = lowest(legal), most = INT32_MIN;
    Outlook outlook = look(deal);
    Prospect prospect = {.led = -1};
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal), led = outlook.led < 0 ? suit_of(card) : outlook.led;
        if (led != prospect.led) prospect = foresee(&outlook, led);
        int value = now(&outlook, &prospect, card) - kept(&outlook, card) + HIGH * rank_of(card);
        if (value > most) {
            most = value;
            best = card;
        }
    }
    return best;
}

#endif
