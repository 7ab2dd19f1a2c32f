/** What stands around every screen in development, in one file that is not loaded otherwise. */

export { Assumed } from './assumed.tsx';
export { ClockMenu } from './clock-menu.tsx';
export { Switcher } from './switcher.tsx';
export { WhyButton } from './why-button.tsx';
