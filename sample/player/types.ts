// Shapes of the player's data: the document it gets and the hit it reports.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export type Action =
  | {
      type: 'NODE';
      destinationId: string;
      navigation: 'NAVIGATE' | 'OVERLAY';
      preserveScrollPosition: boolean;
    }
  | { type: 'CLOSE' }
  | { type: 'BACK' };

export interface PlayerNode {
  id: string;
  absoluteBoundingBox: Box;
  overflowDirection?: string | undefined;
  scrollBehavior?: string | undefined;
  interactions?: { actions: Action[] }[] | undefined;
  image?: string | undefined;
  content?: { width: number; image: string } | undefined;
  children: PlayerNode[];
}

export interface PlayerDocument {
  name: string;
  startNodeId: string;
  overlays: string[];
  frames: PlayerNode[];
}

/** Where the participant is: a screen, an overlay over it perhaps. */
export interface Presented {
  screenId: string;
  overlayId: string | null;
}

/** What lies under the pointer, in canvas pixels. */
export interface Hit {
  action: Action | null;
  targetId: string;
  targetPosition: Point;
  scrollerId: string;
  scrollerPosition: Point;
  scrollerOffset: Point;
}
