// A control in a row of a list that is visible while the row has the pointer or the focus, if the pointer can hover.

export const quietInRow = '[@media(hover:hover)]:[li:not(:hover,:focus-within)_&]:opacity-0';
