-- Version of the layers that the boxes of a screen contain (insight/layer-rules.ts), or 0 before a job has computed them.
ALTER TABLE screens ADD COLUMN layers_version smallint NOT NULL DEFAULT 0;
CREATE INDEX screens_layers_version ON screens (layers_version, id);
