import type { ComponentType } from 'react';
import type { ScreenProps } from '../flow/step-frame.tsx';
import type { OfferKind } from '../flow/steps.ts';
import { EmailScreen } from './email/email-screen.tsx';
import { FinalScreen } from './final/final-screen.tsx';
import { NameScreen } from './name/name-screen.tsx';
import { PaymentSuccessScreen } from './payment-success/payment-success-screen.tsx';
import { readerScreen } from './reader-screens.tsx';
import { SalesScreen } from './sales/sales-screen.tsx';
import { Sales002Screen } from './sales002/sales002-screen.tsx';
import { ScratchScreen } from './scratch/scratch-screen.tsx';
import { TimelineScreen } from './timeline/timeline-screen.tsx';

export const SCREENS = {
  email: EmailScreen,
  name: NameScreen,
  scratch: ScratchScreen,
  timeline: TimelineScreen,
  final: FinalScreen,
  sales: SalesScreen,
  sales002: Sales002Screen,
  'payment-success': PaymentSuccessScreen,
  course: readerScreen('course'),
  unsubscribe: readerScreen('unsubscribe'),
  'refund-request': readerScreen('refund-request'),
  'second-order': readerScreen('second-order'),
  'withdrawal-objection': readerScreen('withdrawal-objection'),
  'first-step': readerScreen('first-step'),
} satisfies { [Kind in OfferKind]: ComponentType<ScreenProps> };
