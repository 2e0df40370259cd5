// Says what an installation without screen images needs, where the heatmaps would be.
import { Alert } from '#web/ui/alert.tsx';

export function NoImagesNote() {
  return (
    <Alert tone="warning" title="There are no pictures of the prototype’s screens">
      The owner of this workspace can set a token for the design tool in the settings, which gives
      exact heatmaps. The person who runs this installation can set <code>FIGMA_TOKEN</code> for
      all, or <code>CHROMIUM_PATH</code>, which gives approximate ones. Clicks recorded so far get
      their heatmaps once there are pictures.
    </Alert>
  );
}
