import { Horizon } from './horizon.tsx';

/** Calm shapes around a column. */
export const Sides = () => <Horizon />;
