// Types of the player's data: the document that it receives.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
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
  frames: PlayerNode[];
}
