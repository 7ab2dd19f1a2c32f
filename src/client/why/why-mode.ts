/** Event that toggles the keyboard mode, for menus and buttons. */
export const WHY_MODE = 'ninefold-why';
