"""Quantiles of Student's t distribution, for intervals.

Source: the continued fraction of the incomplete beta function, DLMF 8.17.22, evaluated by Lentz's
method; the quantile by bisection, so it is right wherever the distribution function is.
"""

from functools import lru_cache
from math import exp, lgamma, log, log1p

_TINY = 1e-300
_CLOSE = 1e-16
_MOST_STEPS = 100_000


def t_distribution(x: float, degrees: int) -> float:
    """Return the probability that t with that many degrees of freedom is at most `x`."""
    whole = degrees + x * x
    tail = 0.5 * _incomplete_beta(degrees / 2, 0.5, degrees / whole, x * x / whole)
    return tail if x < 0 else 1 - tail


@lru_cache(maxsize=1024)
def t_quantile(p: float, degrees: int) -> float:
    """Return the x that t is at most with probability `p`, from 0.5 up and below 1."""
    if not (0.5 <= p < 1 and degrees >= 1):
        raise ValueError(f"no t quantile for p = {p} and {degrees} degrees of freedom")
    low, high = 0.0, 1.0
    while t_distribution(high, degrees) < p:
        low, high = high, 2 * high
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if t_distribution(middle, degrees) < p:
            low = middle
        else:
            high = middle


def _incomplete_beta(a: float, b: float, x: float, y: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b); y is 1 − x, exact where small."""
    if y == 0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log1p(-y) + b * log(y))
    # The fraction converges fast only below the mean; above it, its mirror image does.
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, y) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction 1/(1 + d₁/(1 + d₂/(1 + …)))."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for coefficient in (even, odd):
            d = 1 / _nonzero(1 + coefficient * d)
            c = _nonzero(1 + coefficient / c)
            value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value


def _nonzero(x: float) -> float:
    return x if abs(x) > _TINY else _TINY
