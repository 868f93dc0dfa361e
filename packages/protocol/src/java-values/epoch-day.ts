// The proleptic Gregorian calendar of java.time. Numbers are exact: a thousand million years have 4e11 days.

const daysOf400Years = 146_097;
/** From 0000-03-01, where the years of the computation begin, to 1970-01-01. */
const marchToEpoch = 719_468;

/** Days of a month. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Days since 1970-01-01 of a date that exists. */
export function toEpochDay(year: number, month: number, day: number): number {
  // Years that begin in March have their leap day at the end.
  const marchYear = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(marchYear / 400);
  const yearOfCycle = marchYear - cycle * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfCycle =
    yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * daysOf400Years + dayOfCycle - marchToEpoch;
}

/** The date that is so many days after 1970-01-01. */
export function fromEpochDay(epochDay: number): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
} {
  const days = epochDay + marchToEpoch;
  const cycle = Math.floor(days / daysOf400Years);
  const dayOfCycle = days - cycle * daysOf400Years;
  const yearOfCycle = Math.floor(
    (dayOfCycle -
      Math.floor(dayOfCycle / 1_460) +
      Math.floor(dayOfCycle / 36_524) -
      Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}
