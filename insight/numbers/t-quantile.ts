// Student's t distribution: the quantile that a 95 % interval of a mean takes.
// Abramowitz and Stegun 1964, 26.7.3 and 26.7.4: finite sums for whole degrees of freedom. The libraries that have it
// bring 230 packages (@stdlib) or no types and no modules (jstat); simple-statistics has none.

/** Halvings of a right angle after which a number of 64 bits has no more places. */
const HALVINGS = 60;

/**
 * The 97.5 % quantile: 12.706 for 1 degree of freedom, 1.96 for very many.
 * @param degrees of freedom, a whole number from 1; a call takes a microsecond for each
 */
export function tQuantile(degrees: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const angle = (low + high) / 2;
    if (shareWithin(angle, degrees) < 0.95) low = angle;
    else high = angle;
  }
  return Math.tan(low) * Math.sqrt(degrees);
}

/** P(|T| < t) for an angle whose tangent is t / √degrees. */
function shareWithin(angle: number, degrees: number): number {
  const isOdd = degrees % 2 === 1;
  const cosine = Math.cos(angle);
  let sum = 0;
  let term = isOdd ? cosine : 1;
  for (let power = isOdd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= (cosine * cosine * (power + 1)) / (power + 2);
  }
  const product = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + product) : product;
}
