/* The other end of the floor: reads a line, answers twelve bytes. */
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[4096];
    for (;;) {
        ssize_t got = read(0, line, sizeof line);
        if (got <= 0) return 0;
        if (line[got - 1] == '\n' && write(1, "{\"a\":\"12\"}\r\n", 12) != 12) return 1;
    }
}
