-- Devices without which the participant took part; those that the test does not use are among them.
ALTER TABLE recordings
  ADD COLUMN lacks_microphone boolean NOT NULL DEFAULT false,
  ADD COLUMN lacks_camera boolean NOT NULL DEFAULT false;
