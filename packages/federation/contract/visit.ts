/** The cookie with the short ids of the releases that a visit is pinned to. */
export const VISIT_COOKIE = 'visit_releases';

/** This many digits of a release's id identify it within an installation. */
const DIGITS = 10;

const FORM = /^[0-9a-f]{10}(?:-[0-9a-f]{10}){0,49}$/;

/** Returns a release's short id, as in the cookie. */
export const shortRelease = (release: string): string => release.slice(0, DIGITS);

/** Returns the cookie's value: the short ids of the releases, joined by hyphens. */
export const visitValue = (releases: readonly string[]): string => releases.map(shortRelease).join('-');

/** Returns the short ids in a cookie's value; none if it is malformed. */
export const releasesInVisit = (value: string | undefined): readonly string[] =>
  value !== undefined && FORM.test(value) ? value.split('-') : [];
