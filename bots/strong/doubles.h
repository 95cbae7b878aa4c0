/* Whom to double: by how much one must expect to beat a seat, and what it costs to owe a double. */

#ifndef DOUBLES_H
#define DOUBLES_H

#include "worlds.h"

enum { CALL_WORLDS = 256, MOST_OWED = 7 };

enum {                     /* of a contract's points, in 1/ONE: what the worlds do not know */
    CHOSEN_NEGATIVE = 60,  /* of a declarer who chose the contract */
    CHOSEN_POSITIVE = 200,
    DOUBLED_NEGATIVE = 120, /* of a seat that has doubled this one */
    DOUBLED_POSITIVE = 20,
    GAP_NEGATIVE = 60,     /* how far a defender is expected to be behind the declarer */
    GAP_POSITIVE = 400,
    SPREAD = 180           /* and by how much more or less a good or a bad hand is */
};

/* debts[set][owed]: what the doubles of a declarer who still has a set of contracts bring a
   defender who owes some, in 1/ONE points. */
static int debts[1 << MOST_IN_SETS][MOST_OWED + 1];

/* What one contract brings, on the mean of a bad, a middling and a good hand. */
static inline int with_contract(int set, int owed, int contract) {
    const Rules *rules = values.rules;
    const Contract *played = &rules->contracts[contract];
    int rest = set & ~(1 << contract), points = abs(played->total), sum = 0;
    int mean = -points * (played->total > 0 ? GAP_POSITIVE : GAP_NEGATIVE);
    bool forced = rules->forced && owed >= count((Cards)set);
    for (int hand = -1; hand <= 1; hand++) {
        int doubled = mean + hand * points * SPREAD + debts[rest][owed ? owed - 1 : 0];
        bool wanted = forced || doubled > debts[rest][owed];
        sum += wanted ? doubled : debts[rest][owed];
    }
    return sum / 3;
}

static inline void learn_debts(void) {
    const Rules *rules = values.rules;
    memset(debts, 0, sizeof debts);
    if (!rules->doubling || rules->count > MOST_IN_SETS) return;
    for (int owed = 0; owed <= MOST_OWED; owed++)
        debts[0][owed] = -owed * rules->quota_penalty * ONE;
    for (int set = 1; set < 1 << rules->count; set++) {
        for (int owed = 0; owed <= MOST_OWED; owed++) {
            int64_t sum = 0;
            for (int contract = 0; contract < rules->count; contract++) {
                int64_t times = values.taken[set][contract];
                if (times) sum += times * with_contract(set, owed, contract);
            }
            debts[set][owed] = (int)(sum / VALUE_HANDS);
        }
    }
}

/* What it costs to keep on owing a double of the declarer after this deal, in 1/ONE points. */
static inline int price_of_debt(const Question *question) {
    int owed = question->owed[question->seat];
    int rest = set_without(question, index_of(question->rules, question->contract));
    if (owed <= 0 || owed > MOST_OWED) return 0;
    return debts[rest][owed - 1] - debts[rest][owed];
}

/* The points by which this seat must expect to beat another to double it, in 1/ONE points. */
static inline int bar_against(const Question *question, int other) {
    bool positive = question->contract->total > 0;
    int points = abs(question->contract->total), bar = 0;
    if (question->doubles[other][question->seat])
        bar += points * (positive ? DOUBLED_POSITIVE : DOUBLED_NEGATIVE);
    if (other == question->declarer)
        bar += points * (positive ? CHOSEN_POSITIVE : CHOSEN_NEGATIVE) - price_of_debt(question);
    return bar;
}

/* The seats that a call doubles, as bits. */
static inline int targets_of(const char *call) {
    int targets = 0;
    for (; *call; call++)
        if (*call >= '0' && *call <= '3') targets |= 1 << (*call - '0');
    return targets;
}

/* The largest call whose targets are all expected to score less, but for one that is owed. */
static inline int call_by(const Question *question, const Scene *scene, Dice *dice) {
    int64_t gaps[4] = {0};
    int me = question->seat, best = 0;
    for (int n = 0; n < CALL_WORLDS; n++) {
        Deal world;
        likely_world(scene, dice, &world);
        begin_deal(&world, question->rules, question->contract, question->detail,
                   question->declarer);
        play_out(&world, policy);
        for (int other = 0; other < 4; other++) gaps[other] += world.raw[me] - world.raw[other];
    }
    int good = targets_of(question->legal[0]); /* the smallest: nobody, or who must be doubled */
    for (int other = 0; other < 4; other++)
        if (gaps[other] * ONE / CALL_WORLDS > bar_against(question, other)) good |= 1 << other;
    for (int i = 0; i < question->legal_count; i++)
        if (!(targets_of(question->legal[i]) & ~good)) best = i;
    return best;
}

#endif
