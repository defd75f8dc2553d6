import type { Command } from './command.ts';
import { resumeCommand } from './course/course-resume.ts';
import { stopCommand } from './course/course-stop.ts';
import { previewLesson } from './course/lesson-preview.ts';
import { resend } from './course/resend.ts';
import { showStatus } from './health/status.ts';
import { checkMail } from './mail/check.ts';
import { dismissMail, resendMail } from './mail/given-up.ts';
import { liftAddress, listStopped } from './mail/stopped.ts';
import { decline } from './money/decline.ts';
import { refund } from './money/refund.ts';
import { listOrders } from './orders/list-orders.ts';
import { listWithdrawals } from './orders/list-withdrawals.ts';
import { showOrder } from './orders/show-order.ts';
import { erasePerson } from './person/erase.ts';
import { exportPerson } from './person/export.ts';
import { advanceClock, showClock } from './sandbox/clock.ts';
import { dismissEvent, listEvents, replayEvents } from './webhooks/events.ts';

/** Everything the owner can do. */
export const COMMANDS: readonly Command[] = [
  showStatus,
  listOrders,
  showOrder,
  listWithdrawals,
  refund,
  decline,
  resend,
  stopCommand,
  resumeCommand,
  previewLesson,
  exportPerson,
  erasePerson,
  listEvents,
  replayEvents,
  dismissEvent,
  resendMail,
  dismissMail,
  checkMail,
  listStopped,
  liftAddress,
  showClock,
  advanceClock,
];
