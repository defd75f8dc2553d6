/** What changes something for every visitor (live releases, the shop's clock, what is counted): one after the other, on a stack of its own. */
import './alone/channels.ts';
import './alone/explained-terms.ts';
import './alone/integrity.ts';
import './alone/module-federation.ts';
import './alone/money-to-course.ts';
import './alone/new-question.ts';
import './alone/next-question.ts';
import './alone/owners-mark.ts';
import './alone/remotes.ts';
