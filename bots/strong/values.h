/* What hands are worth to a declarer, learned from a rule set before the first question.

   Under each announcement some hundred deals with random hands are played out by the policy. What
   a hand brings its declarer is then estimated card by card: how many points more a declarer had
   on average who held the card. From that follows what a set of unused contracts is worth
   (option values), and how plausible a choice is with a given hand. No number here is specific to
   one rule set. */

#ifndef VALUES_H
#define VALUES_H

#include "policy.h"

enum { MOST_WAYS = MOST_LEGAL, LEARNED_DEALS = 800, VALUE_HANDS = 400, MOST_IN_SETS = 8 };

/* A contract with its trump suit or its starting rank, and the worth of each card to its declarer,
   in 1/ONE points. */
typedef struct {
    int contract, detail;
    int mean;
    int card[52];
} Way;

typedef struct {
    const Rules *rules;
    int count;
    Way ways[MOST_WAYS];
    int sets[1 << MOST_IN_SETS];   /* the option value of each set of contracts, in 1/ONE points */
    int taken[1 << MOST_IN_SETS][MOST_IN_SETS]; /* of VALUE_HANDS hands: how many take which */
    int typical[MOST_CONTRACTS];   /* in its place where there are more than MOST_IN_SETS */
} Values;

static Values values;

static inline void deal_at_random(Dice *dice, Cards hands[4]) {
    int deck[52];
    for (int card = 0; card < 52; card++) deck[card] = card;
    for (int i = 51; i > 0; i--) {
        int j = draw(dice, i + 1), card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    for (int seat = 0; seat < 4; seat++) {
        hands[seat] = 0;
        for (int i = 0; i < 13; i++) hands[seat] |= bit(deck[13 * seat + i]);
    }
}

/* Whether two suits are the same to a contract: then their cards are learned together. */
static inline bool alike(const Contract *contract, int detail, int suit, int other) {
    if (contract->domino) return true;
    if ((suit == detail) != (other == detail)) return false;
    if (contract->leads && (suit == HEARTS) != (other == HEARTS)) return false;
    return !memcmp(&contract->cards[13 * suit], &contract->cards[13 * other], 13 * sizeof(int));
}

static inline void learn_way(Way *way, const Rules *rules) {
    const Contract *contract = &rules->contracts[way->contract];
    int64_t all = 0, sum[52] = {0}, held[52] = {0};
    Dice dice = {1};
    for (int n = 0; n < LEARNED_DEALS; n++) {
        Deal deal = {0};
        deal_at_random(&dice, deal.hands);
        Cards hand = deal.hands[0];
        begin_deal(&deal, rules, contract, way->detail, 0);
        play_out(&deal, policy);
        all += deal.raw[0];
        for (; hand; hand &= hand - 1) {
            sum[lowest(hand)] += deal.raw[0];
            held[lowest(hand)]++;
        }
    }
    way->mean = (int)(all * ONE / LEARNED_DEALS);
    for (int card = 0; card < 52; card++) {
        int64_t points = 0, times = 0;
        for (int suit = 0; suit < 4; suit++) {
            int same = 13 * suit + rank_of(card);
            if (!alike(contract, way->detail, suit_of(card), suit)) continue;
            points += sum[same];
            times += held[same];
        }
        /* Whoever holds one card more holds another one less: 51/39 of what the means differ. */
        if (times) way->card[card] = (int)((points * ONE / times - way->mean) * 51 / 39);
    }
}

/* What a hand is expected to bring its declarer under an announcement, in 1/ONE points. */
static inline int worth_of(const Way *way, Cards hand) {
    int worth = way->mean;
    for (; hand; hand &= hand - 1) worth += way->card[lowest(hand)];
    return worth;
}

static inline void add_ways(const Rules *rules, int contract) {
    int details = rules->contracts[contract].details;
    bool named = details != 0;
    for (int detail = 0; detail < 13; detail++) {
        if (named ? !(details >> detail & 1) : detail) continue;
        if (values.count == MOST_WAYS) return;
        Way *way = &values.ways[values.count++];
        way->contract = contract;
        bool none = !named || (!rules->contracts[contract].domino && detail == 4);
        way->detail = none ? NO_TRUMP : detail;
        learn_way(way, rules);
    }
}

/* The worth of the best way of each contract to a hand. */
static inline void best_ways(Cards hand, int best[MOST_CONTRACTS]) {
    for (int contract = 0; contract < values.rules->count; contract++) best[contract] = INT32_MIN;
    for (int i = 0; i < values.count; i++) {
        const Way *way = &values.ways[i];
        int worth = worth_of(way, hand);
        if (worth > best[way->contract]) best[way->contract] = worth;
    }
}

/* A declarer who may choose from a set takes what is worth most together with what is then left. */
static inline void learn_sets(int best[VALUE_HANDS][MOST_CONTRACTS]) {
    for (int set = 1; set < 1 << values.rules->count; set++) {
        int64_t sum = 0;
        for (int hand = 0; hand < VALUE_HANDS; hand++) {
            int most = INT32_MIN, taken = 0;
            for (int contract = 0; contract < values.rules->count; contract++) {
                if (!(set >> contract & 1)) continue;
                if (values.rules->fixed_order && contract != lowest((Cards)set)) continue;
                int worth = best[hand][contract] + values.sets[set & ~(1 << contract)];
                if (worth <= most) continue;
                most = worth;
                taken = contract;
            }
            sum += most;
            values.taken[set][taken]++;
        }
        values.sets[set] = (int)(sum / VALUE_HANDS);
    }
}

static void learn_rules(const Rules *rules) {
    static int best[VALUE_HANDS][MOST_CONTRACTS];
    memset(&values, 0, sizeof values);
    values.rules = rules;
    fill_tables();
    for (int contract = 0; contract < rules->count; contract++) add_ways(rules, contract);
    Dice dice = {2};
    for (int n = 0; n < VALUE_HANDS; n += 4) {
        Cards hands[4];
        deal_at_random(&dice, hands);
        for (int seat = 0; seat < 4; seat++) best_ways(hands[seat], best[n + seat]);
    }
    for (int contract = 0; contract < rules->count; contract++) {
        int64_t sum = 0;
        for (int hand = 0; hand < VALUE_HANDS; hand++) sum += best[hand][contract];
        values.typical[contract] = (int)(sum / VALUE_HANDS);
    }
    if (rules->count <= MOST_IN_SETS) learn_sets(best);
}

/* The contracts that are unused once one is taken, as bits. */
static inline int set_without(const Question *question, int contract) {
    const Rules *rules = values.rules;
    int set = 0;
    for (int other = 0; other < rules->count && other < MOST_IN_SETS; other++)
        if (rules->fixed_order ? other > contract : question->unused[other] && other != contract)
            set |= 1 << other;
    return set;
}

/* The value of what is unused once a contract is taken; in a fixed order that is no matter. */
static inline int left_after(const Question *question, int contract) {
    const Rules *rules = values.rules;
    if (rules->fixed_order) return 0;
    if (rules->count <= MOST_IN_SETS) return values.sets[set_without(question, contract)];
    int sum = 0;
    for (int other = 0; other < rules->count; other++)
        if (question->unused[other] && other != contract) sum += values.typical[other];
    return sum;
}

#endif
