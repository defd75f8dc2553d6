/**
 * Journeys that change something for every visitor (live releases, the clock, what is counted) run one after the other,
 * on a stack of their own.
 */
import './alone/bad-canary.ts';
import './alone/channels.ts';
import './alone/check.ts';
import './alone/explained-terms.ts';
import './alone/first-step.ts';
import './alone/integrity.ts';
import './alone/module-federation.ts';
import './alone/money-to-course.ts';
import './alone/new-question.ts';
import './alone/next-question.ts';
import './alone/owners-mark.ts';
import './alone/release-reports.ts';
import './alone/remotes.ts';
import './alone/new-remote.ts';
