export { Button } from './button.tsx';
export { Screen } from './screen.tsx';
export { Horizon } from './horizon.tsx';
export { Sides } from './sides.tsx';
export { Stars } from './stars.tsx';
export { TopBar } from './top-bar.tsx';
export { Sunrise } from './sunrise.tsx';
export { stonePath, type Stone } from './stone-path.ts';
export { ActionBar } from './action-bar.tsx';
