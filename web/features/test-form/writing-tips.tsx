// Beside the form: what makes a task work.

const tips = [
  {
    title: 'Give a goal, not a route',
    text: '“Send a plant to a friend” tells more than “press Shop, then Gifts”.',
  },
  {
    title: 'Keep the words of the screen out',
    text: 'People who read a label in the task only have to look for it.',
  },
  {
    title: 'One task a test',
    text: 'Short runs get finished, and their heatmaps are easier to read.',
  },
];

export function WritingTips() {
  return (
    <aside aria-labelledby="writing-tips" className="content-start lg:pt-1">
      <h2 id="writing-tips" className="text-lg">
        Words people can follow
      </h2>
      <ol className="mt-4 grid gap-5 sm:grid-cols-3 lg:grid-cols-1">
        {tips.map((tip) => (
          <li key={tip.title} className="border-line border-t pt-4 text-sm">
            <p className="font-semibold">{tip.title}</p>
            <p className="mt-1 text-muted">{tip.text}</p>
          </li>
        ))}
      </ol>
    </aside>
  );
}
