import { checkoutState, createdCheckout } from '@course/contracts';
import { PLANS } from '@course/funnel';
import { aSession } from '../bench/tracking-views.ts';
import { ANSWERS, cookieOf } from '../bench/visit-requests.ts';
