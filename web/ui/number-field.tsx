// A whole number; an empty field is null. The wheel does not change it by accident.
import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

interface NumberFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type' | 'inputMode'> {
  value: number | null;
  onValueChange: (value: number | null) => void;
}

export function NumberField({ value, onValueChange, ...rest }: NumberFieldProps) {
  return (
    <TextField
      type="number"
      inputMode="numeric"
      step={1}
      value={value ?? ''}
      onChange={(event) => {
        const number = event.target.valueAsNumber;
        onValueChange(Number.isNaN(number) ? null : number);
      }}
      onWheel={(event) => event.currentTarget.blur()}
      {...rest}
    />
  );
}
