import { pathOf, type Step } from '@course/funnel';
import { useGo } from '@course/platform';
import { TopBar } from '@course/ui';

/** The header of a step: its back arrow, as the step table has it. */
export function StepBar({ step }: { readonly step: Step }) {
  const go = useGo();
  return <TopBar backHref={step.back ? pathOf(step.back) : undefined} onBack={go} />;
}
