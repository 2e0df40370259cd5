// What the create and the edit page say (section 8).

export interface TestTexts {
  title: string;
  submit: string;
  done: string;
  failed: string;
}

export const createTexts: TestTexts = {
  title: 'Create test',
  submit: 'Create test',
  done: 'Test Created Successfully!',
  failed: 'Failed to create test.',
};

export const updateTexts: TestTexts = {
  title: 'Edit test',
  submit: 'Update',
  done: 'Test Updated Successfully!',
  failed: 'Failed to update test.',
};
