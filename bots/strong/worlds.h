/* Worlds that also fit the declarer's choice: nobody takes trumps with a hand made for Domino. */

#ifndef WORLDS_H
#define WORLDS_H

#include "values.h"

enum {
    HALVES = 3 * ONE,  /* points short of the best choice that halve the chance of a world */
    MOST_VAIN = 6      /* worlds looked at for one that is taken */
};

/* What a question shows, and what each announcement open to the declarer is worth by card. */
typedef struct {
    View view;
    int declarer, count, chosen;  /* chosen: which announcement was made */
    int known[MOST_WAYS];         /* worth of the cards played, and of what is left to choose */
    int worth[52][MOST_WAYS];     /* of each card */
} Scene;

static inline void add_way(Scene *scene, const Way *way, int left) {
    int i = scene->count++;
    scene->known[i] = worth_of(way, scene->view.deal.played[scene->declarer]) + left;
    for (Cards rest = scene->view.unseen; rest; rest &= rest - 1)
        scene->worth[lowest(rest)][i] = way->card[lowest(rest)];
}

static inline void set_scene(Scene *scene, const Question *question) {
    view_of(&scene->view, question);
    scene->declarer = question->declarer;
    scene->count = 0;
    scene->chosen = -1;
    if (!question->contract || question->seat == question->declarer) return;
    for (int i = 0; i < values.count; i++) {
        const Way *way = &values.ways[i];
        if (!question->unused[way->contract]) continue;
        bool same = question->contract == &question->rules->contracts[way->contract];
        if (same && way->detail == question->detail) scene->chosen = scene->count;
        add_way(scene, way, left_after(question, way->contract));
    }
}

/* The points by which a declarer with these hidden cards would have missed the best choice. */
static inline int missed_by(const Scene *scene, Cards hidden) {
    int worth[MOST_WAYS], most = INT32_MIN;
    memcpy(worth, scene->known, sizeof(int) * (size_t)scene->count);
    for (; hidden; hidden &= hidden - 1) {
        const int *of_card = scene->worth[lowest(hidden)];
        for (int i = 0; i < scene->count; i++) worth[i] += of_card[i];
    }
    for (int i = 0; i < scene->count; i++)
        if (worth[i] > most) most = worth[i];
    return most - worth[scene->chosen];
}

/* A world that fits, taken with a chance that halves with every HALVES points that the declarer's
   choice misses in it. */
static inline void likely_world(const Scene *scene, Dice *dice, Deal *world) {
    for (int vain = 0; vain < MOST_VAIN; vain++) {
        sample_world(&scene->view, dice, world);
        if (scene->count < 2 || scene->chosen < 0) return;
        int halvings = missed_by(scene, world->hands[scene->declarer]) / HALVES;
        uint64_t luck = throw_dice(dice);
        if (halvings < 64 && !(luck & (((uint64_t)1 << halvings) - 1))) return;
    }
}

#endif
