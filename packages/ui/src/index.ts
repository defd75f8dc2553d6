export { Button } from './button.tsx';
export { Screen } from './screen.tsx';
export { Horizon } from './horizon.tsx';
export { Stars } from './stars.tsx';
export { TopBar } from './top-bar.tsx';
export { Sunrise } from './sunrise.tsx';
export { ActionBar } from './action-bar.tsx';
export { useHydrated, useOnceHydrated } from './use-hydrated.ts';
export { LazyBoundary, lazyPart } from './lazy-part.tsx';
