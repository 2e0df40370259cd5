// The one plan there is (section 9), as the landing page and the subscription page show it.

export const PLAN_INCLUDES = [
  'Unlimited tests',
  'Unlimited recordings',
  'Click heatmaps',
  'Downloadable recordings',
  'Collaboration with unlimited team members and workspaces',
];
