/** The cookie that names the releases which a visit began with. */
export const VISIT_COOKIE = 'visit_releases';

/** So many digits of a release's name tell it from all others of an installation. */
const DIGITS = 10;

const FORM = /^[0-9a-f]{10}(?:-[0-9a-f]{10}){0,49}$/;

/** Returns a release's name as the cookie has it. */
export const shortRelease = (release: string): string => release.slice(0, DIGITS);

/** Returns the cookie's value: the beginnings of the releases' names, with hyphens between them. */
export const visitValue = (releases: readonly string[]): string => releases.map(shortRelease).join('-');

/** Returns the short names in a cookie's value; none where it has another form. */
export const releasesInVisit = (value: string | undefined): readonly string[] =>
  value !== undefined && FORM.test(value) ? value.split('-') : [];
