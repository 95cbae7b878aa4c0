/* Worlds that also fit the declarer's choice: nobody takes trumps with a hand made for Domino. */

#ifndef WORLDS_H
#define WORLDS_H

#include "values.h"

enum {
    HALVES = 3 * ONE,  /* points short of the best choice that halve the chance of a world */
    MOST_VAIN = 6      /* worlds looked at for one that is taken */
};

/* The points by which a declarer with this hand would have missed the best choice. */
static inline int missed_by(const Question *question, Cards hand) {
    int chosen = INT32_MIN, most = INT32_MIN, contract = (int)(question->contract - question->rules->contracts);
    for (int i = 0; i < values.count; i++) {
        const Way *way = &values.ways[i];
        if (!question->unused[way->contract]) continue;
        int worth = worth_of(way, hand) + left_after(question, way->contract);
        if (worth > most) most = worth;
        if (way->contract == contract && way->detail == question->detail) chosen = worth;
    }
    return chosen == INT32_MIN ? 0 : most - chosen;
}

/* A world that fits, taken with a chance that halves with every HALVES points that the declarer's
   choice misses in it. */
static inline void likely_world(const Question *question, const View *view, Dice *dice, Deal *world) {
    for (int vain = 0; vain < MOST_VAIN; vain++) {
        sample_world(view, question->seat, dice, world);
        if (question->seat == question->declarer) return;
        Cards hand = world->hands[question->declarer] | view->deal.played[question->declarer];
        int halvings = missed_by(question, hand) / HALVES;
        uint64_t luck = throw_dice(dice);
        if (halvings < 64 && !(luck & (((uint64_t)1 << halvings) - 1))) return;
    }
}

#endif
