// A screen's name, changed in its place on the card.
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import type { NamedScreen } from '#contract/named-screens.ts';
import { useRenameScreen } from '#web/entities/screen/rename-screen.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface RenameScreenProps {
  testId: TestId;
  screen: Pick<NamedScreen, 'number' | 'name' | 'isRenamed'>;
  onDone: () => void;
}

export function RenameScreen({ testId, screen, onDone }: RenameScreenProps) {
  const [name, setName] = useState(screen.name);
  const renaming = useRenameScreen(testId, screen.number);
  const rename = (next: string | null) => renaming.mutate(next, { onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next === screen.name) onDone();
    else rename(next === '' ? null : next);
  };
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDone();
  };
  return (
    <form onSubmit={submit} onKeyDown={leave} className="relative grid gap-2 pb-2">
      <TextField
        label={`Name of screen ${screen.number}`}
        hideLabel
        autoFocus
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        error={renaming.error?.message}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={renaming.isPending}>
          Save
        </Button>
        <Button size="sm" variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        {screen.isRenamed && (
          <Button size="sm" variant="quiet" onClick={() => rename(null)}>
            Use the design’s name
          </Button>
        )}
      </div>
    </form>
  );
}
