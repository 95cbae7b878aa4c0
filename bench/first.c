/* The trivial bot of the benchmarks: answers every question with the first legal answer. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 17];

static void answer(const char *id) {
    char out[256];
    int id_length = (int)(strchr(id, '"') - id);
    const char *legal = strstr(line, "\"legal\":[\"");
    int length;
    if (legal) {
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

int main(void) {
    size_t held = 0;
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
