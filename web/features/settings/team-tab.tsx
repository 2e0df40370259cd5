// Who works in this workspace: the owner first, members, open invitations (section 6).
import type { UserInfo } from '#contract/accounts.ts';
import { Alert } from '#web/ui/alert.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PeopleIllustration } from '#web/ui/illustrations.tsx';
import { AddMember } from './add-member.tsx';
import { LeaveTeam } from './leave-team.tsx';
import { MemberList } from './member-list.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useTeamNote } from './team-note.ts';

export function TeamTab({ info }: { info: UserInfo }) {
  const team = useTeamNote();
  const isOwner = info.role === 'owner';
  return (
    <div>
      <SettingsSection
        title="Members"
        description={
          isOwner
            ? 'Members do everything with tests and recordings. The team, the company name and the account are yours to manage.'
            : 'Everybody here works with the same tests and recordings. The owner manages the team.'
        }
      >
        {team.note && (
          <Alert
            key={team.note.text}
            tone={team.note.tone}
            autoHideMs={team.note.hideMs}
            onHide={team.hide}
          >
            <span className="[overflow-wrap:anywhere]">{team.note.text}</span>
          </Alert>
        )}
        {isOwner && <AddMember info={info} onDone={team.succeed} onFailure={team.fail} />}
        <MemberList info={info} onDone={team.succeed} onFailure={team.fail} />
        {info.teamMembers.length < 2 && (
          <EmptyState
            illustration={<PeopleIllustration />}
            title="Still waiting for the team members to show up!"
          >
            Invite a person by e-mail. They get a link, sign in and say whether they join.
          </EmptyState>
        )}
      </SettingsSection>
      {!isOwner && <LeaveTeam info={info} />}
    </div>
  );
}
