/**
 * Journeys that move the shop's clock or wait for the day's figures run one after the other, on a stack of their own.
 */
import './clock/excluded-browser.ts';
import './clock/first-step.ts';
import './clock/money-to-course.ts';
