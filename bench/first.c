/* The trivial bot of the benchmarks: answers every question with the first legal answer. The first
   of all bots with the same argument writes to the file of that name when it was asked. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char line[1 << 17];

static const char *stamp;

/* Writes the monotonic clock, in seconds, with one write. */
static void write_stamp(void) {
    char text[64];
    struct timespec now;
    int file = open(stamp, O_WRONLY | O_CREAT | O_EXCL, 0644);
    stamp = NULL;
    if (file < 0) return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int length = snprintf(text, sizeof text, "%lld.%09ld\n", (long long)now.tv_sec, now.tv_nsec);
    if (write(file, text, (size_t)length) != length) _exit(1);
    close(file);
}

static void answer(const char *id) {
    char out[256];
    int id_length = (int)(strchr(id, '"') - id);
    const char *legal = strstr(line, "\"legal\":[\"");
    int length;
    if (legal) {
        if (stamp) write_stamp();
        legal += strlen("\"legal\":[\"");
        length = snprintf(out, sizeof out, "{\"id\":\"%.*s\",\"action\":\"%.*s\"}\n", id_length, id,
                          (int)(strchr(legal, '"') - legal), legal);
    } else {
        length = snprintf(out, sizeof out,
                          "{\"id\":\"%.*s\",\"protocol\":1,\"name\":\"first\",\"version\":\"1\"}\n",
                          id_length, id);
    }
    if (write(1, out, (size_t)length) != length) _exit(1);
}

int main(int count, char **words) {
    size_t held = 0;
    if (count > 1) stamp = words[1];
    for (;;) {
        ssize_t got = read(0, line + held, sizeof line - 1 - held);
        if (got <= 0) return 0;
        held += (size_t)got;
        for (char *end; (end = memchr(line, '\n', held)); ) {
            *end = '\0';
            const char *id = strncmp(line, "{\"id\":\"", 7) ? NULL : line + 7;
            if (id) answer(id);
            held -= (size_t)(end + 1 - line);
            memmove(line, end + 1, held);
        }
    }
}
