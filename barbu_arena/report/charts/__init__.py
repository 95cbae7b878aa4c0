"""Charts as SVG text, drawn from frozen data: pure functions without a clock, a disk or a style.

Colours come from the page's style sheet by class, so that one chart reads in light, dark and print.
All are 360 units wide: a phone shows them as they are, a wide screen a little larger.
"""
