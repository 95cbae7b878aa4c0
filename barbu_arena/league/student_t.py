"""Quantiles of Student's t distribution, for intervals.

Source: the continued fraction of the incomplete beta function, DLMF 8.17.22, evaluated by Lentz's
method; the quantile by Newton's steps between bounds that are halved where a step leaves them, so
it is right wherever the distribution function is.
"""

from functools import lru_cache
from math import exp, lgamma, log, log1p, pi

_TINY = 1e-300
_CLOSE = 1e-16
_SETTLED = 1e-13
_MOST_STEPS = 100_000


def t_distribution(x: float, degrees: float) -> float:
    """Return the probability that t with that many degrees of freedom is at most `x`."""
    whole = degrees + x * x
    tail = 0.5 * _incomplete_beta(degrees / 2, 0.5, degrees / whole, x * x / whole)
    return tail if x < 0 else 1 - tail


@lru_cache(maxsize=16384)
def t_quantile(p: float, degrees: float) -> float:
    """Return the x that t is at most with probability `p`, from 0.5 up and below 1."""
    if not (0.5 <= p < 1 and degrees > 0):
        raise ValueError(f"no t quantile for p = {p} and {degrees} degrees of freedom")
    low, high = 0.0, 1.0
    while t_distribution(high, degrees) < p:
        low, high = high, 2 * high
    x = (low + high) / 2
    for _ in range(_MOST_STEPS):
        missing = p - t_distribution(x, degrees)
        low, high = (x, high) if missing > 0 else (low, x)
        new = x + missing / _density(x, degrees)
        if not low < new < high:
            new = (low + high) / 2
        if abs(new - x) <= _SETTLED * x or new in (low, high):
            return new
        x = new
    raise AssertionError(f"no t quantile was found for p = {p} and {degrees} degrees")


def _density(x: float, degrees: float) -> float:
    """Return the density of t, which is never 0 here."""
    scale = lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - 0.5 * log(degrees * pi)
    return exp(scale - (degrees + 1) / 2 * log1p(x * x / degrees)) or _TINY


def _incomplete_beta(a: float, b: float, x: float, y: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b); y is 1 − x, exact where small."""
    if x == 0 or y == 0:
        return float(y == 0)
    # The smaller of the two is the exact one.
    log_x, log_y = (log(x), log1p(-x)) if x < y else (log1p(-y), log(y))
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log_x + b * log_y)
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
