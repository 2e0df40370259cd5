// The choice between the roles that an owner gives.
import { type GivenRole, givenRole } from '#contract/accounts.ts';
import { Select } from '#web/ui/select.tsx';

interface RoleSelectProps {
  label: string;
  role: GivenRole;
  className: string;
  onChoose: (role: GivenRole) => void;
}

const words: Record<GivenRole, string> = { member: 'Member', viewer: 'Viewer' };

export function RoleSelect({ label, className, role, onChoose }: RoleSelectProps) {
  return (
    <Select
      label={label}
      hideLabel
      className={className}
      options={givenRole.options.map((value) => ({ value, label: words[value] }))}
      value={role}
      onChange={(event) => onChoose(givenRole.parse(event.target.value))}
    />
  );
}
