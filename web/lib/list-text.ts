// Several names in a sentence: 'task 1', 'task 1 and task 2'.
export const listText = new Intl.ListFormat('en');
