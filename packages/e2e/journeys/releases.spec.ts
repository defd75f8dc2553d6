/** Journeys that change which releases are live run one after the other, on a stack of their own. */
import './releases/bad-canary.ts';
import './releases/channels.ts';
import './releases/check.ts';
import './releases/integrity.ts';
import './releases/module-federation.ts';
import './releases/new-question.ts';
import './releases/next-question.ts';
import './releases/release-reports.ts';
import './releases/remotes.ts';
import './releases/new-remote.ts';
