/* Worlds that also fit the declarer's choice: nobody takes trumps with a hand made for Domino. */

#ifndef WORLDS_H
#define WORLDS_H

#include "values.h"

enum {
    HALVES = 3 * ONE,  /* points short of the best choice that halve the chance of a world */
    MOST_VAIN = 6      /* worlds looked at for one that is taken */
};

/* What a question shows, and what the declarer could have announced. */
typedef struct {
    View view;
    int me, declarer;
    int count, chosen;            /* chosen: −1 if the announcement is not known */
    const Way *ways[MOST_WAYS];
    int left[MOST_WAYS];          /* the option value of what is left after each */
} Scene;

static inline void set_scene(Scene *scene, const Question *question) {
    view_of(&scene->view, question);
    scene->me = question->seat;
    scene->declarer = question->declarer;
    scene->count = 0;
    scene->chosen = -1;
    for (int i = 0; i < values.count && question->contract; i++) {
        const Way *way = &values.ways[i];
        if (!question->unused[way->contract]) continue;
        bool same = question->contract == &question->rules->contracts[way->contract];
        if (same && way->detail == question->detail) scene->chosen = scene->count;
        scene->left[scene->count] = left_after(question, way->contract);
        scene->ways[scene->count++] = way;
    }
}

/* The points by which a declarer with this hand would have missed the best choice. */
static inline int missed_by(const Scene *scene, Cards hand) {
    int most = INT32_MIN, chosen = 0;
    for (int i = 0; i < scene->count; i++) {
        int worth = worth_of(scene->ways[i], hand) + scene->left[i];
        if (worth > most) most = worth;
        if (i == scene->chosen) chosen = worth;
    }
    return most - chosen;
}

/* A world that fits, taken with a chance that halves with every HALVES points that the declarer's
   choice misses in it. */
static inline void likely_world(const Scene *scene, Dice *dice, Deal *world) {
    for (int vain = 0; vain < MOST_VAIN; vain++) {
        sample_world(&scene->view, scene->me, dice, world);
        if (scene->me == scene->declarer || scene->count < 2 || scene->chosen < 0) return;
        Cards hand = world->hands[scene->declarer] | scene->view.deal.played[scene->declarer];
        int halvings = missed_by(scene, hand) / HALVES;
        uint64_t luck = throw_dice(dice);
        if (halvings < 64 && !(luck & (((uint64_t)1 << halvings) - 1))) return;
    }
}

#endif
