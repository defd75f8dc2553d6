/**
 * Journeys that concern all visitors run one after the other, on a stack of their own: some count all visits, some
 * change which releases are live, and the last move the shop's clock.
 */
import './site-wide/excluded-browser.ts';
import './site-wide/releases/bad-canary.ts';
import './site-wide/releases/channels.ts';
import './site-wide/releases/check.ts';
import './site-wide/releases/integrity.ts';
import './site-wide/releases/module-federation.ts';
import './site-wide/releases/new-question.ts';
import './site-wide/releases/next-question.ts';
import './site-wide/releases/release-reports.ts';
import './site-wide/releases/remotes.ts';
import './site-wide/releases/new-remote.ts';
import './site-wide/clock/first-step.ts';
import './site-wide/clock/money-to-course.ts';
