// Says what an installation without screen images needs, where the heatmaps would be.
import { Alert } from '#web/ui/alert.tsx';

export function NoImagesNote() {
  return (
    <Alert tone="warning" title="This installation has no pictures of the prototype’s screens">
      Whoever runs it can set <code>FIGMA_TOKEN</code>, which gives exact heatmaps, or{' '}
      <code>CHROMIUM_PATH</code>, which gives approximate ones. Clicks recorded so far get their
      heatmaps once there are pictures.
    </Alert>
  );
}
